"""Checks that all objects in Kubernetes files have the recommended labels.

    labels.py FILE...

https://kubernetes.io/docs/concepts/overview/working-with-objects/common-labels/
"""

import sys

import yaml

#: For all objects applied with kustomize, and their pod templates.
ALL = {f"app.kubernetes.io/{name}" for name in ("name", "part-of", "instance", "version", "managed-by")}
#: For workloads.
RUNS = ALL | {"app.kubernetes.io/component"}


def main(files: list[str]) -> int:
    wrong, versions = [], set()
    for file in files:
        with open(file, encoding="utf-8") as stream:
            for one in yaml.safe_load_all(stream):
                metadata = one["metadata"]
                name = f"{file}: {one['kind']} {metadata.get('name') or metadata['generateName']}"
                versions.add(metadata.get("labels", {}).get("app.kubernetes.io/version"))
                template = one.get("spec", {}).get("template", {}).get("metadata")
                wanted = RUNS if template else ALL
                if missing := wanted - metadata.get("labels", {}).keys():
                    wrong.append(f"{name} has no {', '.join(sorted(missing))}")
                if template and (missing := RUNS - template.get("labels", {}).keys()):
                    wrong.append(f"the pods of {name} have no {', '.join(sorted(missing))}")
    if len(versions) != 1:
        wrong.append(f"these versions are named, and one is meant: {versions}")
    print("\n".join(wrong), end="\n" if wrong else "", file=sys.stderr)
    return 1 if wrong else 0


sys.exit(main(sys.argv[1:]))

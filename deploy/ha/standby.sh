#!/bin/bash
# Copies the primary once, then replicates it.
set -euo pipefail
umask 077
printf '*:*:*:standups:%s\n' "$(cat /run/secrets/postgres)" >/tmp/pgpass
chown postgres /tmp/pgpass
export PGPASSFILE=/tmp/pgpass
# The directory of the socket is a tmpfs, which belongs to root whatever the image says.
chown postgres "$PGDATA" /var/run/postgresql
chmod 700 "$PGDATA"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  until gosu postgres pg_basebackup --host=postgres --username=standups --pgdata="$PGDATA" \
    --write-recovery-conf --wal-method=stream --checkpoint=fast; do
    # The primary is not available yet; remove the incomplete copy.
    find "$PGDATA" -mindepth 1 -delete
    sleep 1
  done
fi
exec gosu postgres postgres

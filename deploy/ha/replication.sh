#!/bin/bash
# Lets the standby follow; run once by the image of PostgreSQL, when it makes the database.
set -euo pipefail
echo 'host replication standups all scram-sha-256' >>"$PGDATA/pg_hba.conf"

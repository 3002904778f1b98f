#!/bin/bash
# Allows the standby to replicate. The PostgreSQL image runs this once, when it creates the database.
set -euo pipefail
echo 'host replication standups all scram-sha-256' >>"$PGDATA/pg_hba.conf"

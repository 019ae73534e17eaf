-- The superuser's part, safe to run at each start: the owner's role, its database, the extensions.
-- Variables: for_tests. The password comes from the environment, where no process list shows it.
\getenv password ENFILADE_OWNER_PASSWORD
SET client_min_messages = warning;

SELECT 'CREATE ROLE enfilade' WHERE to_regrole('enfilade') IS NULL \gexec
-- CREATEROLE: the owner makes the role the application runs as; it can make no superuser
ALTER ROLE enfilade LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB CREATEROLE PASSWORD :'password';

SELECT 'CREATE DATABASE enfilade OWNER enfilade'
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'enfilade') \gexec

\if :for_tests
    -- test databases are copies of template1, and the owner makes them
    ALTER ROLE enfilade CREATEDB;
    \connect template1
    CREATE EXTENSION IF NOT EXISTS vector;
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE EXTENSION IF NOT EXISTS unaccent;
\endif

\connect enfilade
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS vector;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

"""What every app stands on: errors, ids, time, actors, tenancy, HTTP and queue glue."""

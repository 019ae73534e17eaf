"""HTTP glue: views, schemas, errors, idempotency, pages."""

"""Fast SQL below the ORM: composed statements, and PostgreSQL pipelines."""

"""SQL that is faster than Django's ORM: statements composed once, and PostgreSQL pipelines."""

"""The toolkit: code that titles share, independent of the driver: tables, sentences, text columns, pictures."""

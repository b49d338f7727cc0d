"""The toolkit: code that titles share, independent of the driver: component tables, sentences, text columns, SVG."""

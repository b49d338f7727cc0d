"""The Kaiser's Pirates: German cruisers and raiders against the merchant trade, 1914-1918."""

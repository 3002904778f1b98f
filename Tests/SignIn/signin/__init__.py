"""Signs in to a gateway through OpenID providers."""

"""From the description of the services to the files that deploy them; started by deploy/generate."""

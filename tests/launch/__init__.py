"""The launcher: the supervisor, the environment, the services, the checks."""

// tests of the standups service

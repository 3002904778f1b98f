// tests of the domain

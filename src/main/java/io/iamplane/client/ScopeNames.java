package io.iamplane.client;

/** Knows the permissions that scopes may name. */
public interface ScopeNames {

  /** Whether a scope covers at least one permission that exists. */
  boolean isKnown(String scope);
}

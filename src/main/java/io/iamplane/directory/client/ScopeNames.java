package io.iamplane.directory.client;

/** Knows the permissions that scopes may name. */
public interface ScopeNames {

  /** Returns true if a scope covers at least one existing permission. */
  boolean isKnown(String scope);
}

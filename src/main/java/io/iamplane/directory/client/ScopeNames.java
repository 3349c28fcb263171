package io.iamplane.directory.client;

public interface ScopeNames {

  /** Returns true if a scope covers at least one existing permission. */
  boolean isKnown(String scope);
}

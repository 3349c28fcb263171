package io.iamplane.catalog.manifest;

import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * Something wrong with a manifest.
 *
 * @param place where, as a path: {@code permissions[3].key}; or line and column of broken syntax
 */
@RegisterForReflection
public record ManifestFault(String place, String message) {

  @Override
  public String toString() {
    return place + ": " + message;
  }
}

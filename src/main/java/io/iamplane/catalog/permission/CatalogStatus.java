package io.iamplane.catalog.permission;

import io.iamplane.shared.WireName;

/** The status of a permission or role: a deprecated one exists for its history alone. */
public enum CatalogStatus implements WireName {
  ACTIVE,
  DEPRECATED
}

package io.iamplane.catalog.permission;

import io.iamplane.shared.WireName;

/** Where a permission or role stands: what is deprecated exists for its history alone. */
public enum CatalogStatus implements WireName {
  ACTIVE,
  DEPRECATED
}

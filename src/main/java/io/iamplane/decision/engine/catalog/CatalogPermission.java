package io.iamplane.decision.engine.catalog;

import io.iamplane.decision.engine.fact.PermissionFact;
import java.util.Arrays;

/**
 * A permission with the privileges that contain it: itself and the roles that have it, directly, by
 * pattern or by inclusion.
 */
public final class CatalogPermission {

  private final PermissionFact fact;
  private final int application;
  private final int resourceType;
  private final int relation;
  private final int own;
  private final int[] privileges;

  /**
   * Made by the builder.
   *
   * @param privileges its own number first, then those of roles
   */
  CatalogPermission(
      PermissionFact fact, int application, int resourceType, int relation, int[] privileges) {
    this.fact = fact;
    this.own = privileges[0];
    this.application = application;
    this.resourceType = resourceType;
    this.relation = relation;
    this.privileges = privileges.clone();
    Arrays.sort(this.privileges);
  }

  public PermissionFact fact() {
    return fact;
  }

  /** The application's symbol. */
  public int application() {
    return application;
  }

  /** The symbol of the type that it is about; {@link Symbols#NONE} when it says none. */
  public int resourceType() {
    return resourceType;
  }

  /** The symbol of the model's name that allows it; {@link Symbols#NONE} when it says none. */
  public int relation() {
    return relation;
  }

  /** Its own number as a privilege. */
  public int own() {
    return own;
  }

  /** How many privileges contain it. */
  public int privilegeCount() {
    return privileges.length;
  }

  /** The privileges that contain it, in rising order. */
  public int privilege(int index) {
    return privileges[index];
  }

  public boolean isIn(int privilege) {
    int low = 0;
    int high = privileges.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int found = privileges[middle];
      if (found == privilege) {
        return true;
      }
      if (found < privilege) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return false;
  }
}

package io.iamplane.decision.engine;

import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.question.AskedName;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A permission with the privileges that contain it: itself and the roles that have it, directly, by
 * pattern or by inclusion.
 */
public final class CatalogPermission {

  private final PermissionFact fact;
  private final AskedName name;
  private final int application;
  private final int resourceType;
  private final int relation;
  private final boolean applicationActive;
  private final @Nullable CompiledModel model;
  private final int own;
  private final int[] privileges;

  /**
   * A bit for each privilege, by the last six bits of its number. Most grants looked through are of
   * other privileges; a bit distinguishes them where the branches of a search are mispredicted.
   */
  private final long hints;

  record Application(int symbol, boolean active, @Nullable CompiledModel model) {}

  /** Takes the privileges, its own number first. */
  CatalogPermission(
      PermissionFact fact,
      Application application,
      int resourceType,
      int relation,
      int[] privileges) {
    this.fact = fact;
    this.name = new AskedName(fact.application(), fact.key());
    this.own = privileges[0];
    this.application = application.symbol();
    this.applicationActive = application.active();
    this.model = application.model();
    this.resourceType = resourceType;
    this.relation = relation;
    this.privileges = privileges.clone();
    Arrays.sort(this.privileges);
    this.hints =
        Arrays.stream(privileges).mapToLong(CatalogPermission::hint).reduce(0, (a, b) -> a | b);
  }

  private static long hint(int privilege) {
    return 1L << (privilege & 63);
  }

  public PermissionFact fact() {
    return fact;
  }

  AskedName name() {
    return name;
  }

  /** The application's symbol. */
  public int application() {
    return application;
  }

  public boolean isApplicationActive() {
    return applicationActive;
  }

  public @Nullable CompiledModel model() {
    return model;
  }

  /** The symbol of the type that it is about; {@link Symbols#NONE} when it says none. */
  public int resourceType() {
    return resourceType;
  }

  /** The symbol of the model's name that allows it; {@link Symbols#NONE} when it says none. */
  public int relation() {
    return relation;
  }

  public int own() {
    return own;
  }

  public int privilegeCount() {
    return privileges.length;
  }

  /** The privileges that contain it, in rising order. */
  public int privilege(int index) {
    return privileges[index];
  }

  public boolean isIn(int privilege) {
    return (hints & hint(privilege)) != 0 && Arrays.binarySearch(privileges, privilege) >= 0;
  }
}

package io.iamplane.catalog.manifest;

import io.iamplane.shared.Aal;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an application declares, checked. All keys are full keys, and what may be left out has its
 * default, so that two texts of one meaning give equal manifests.
 *
 * @param types the relation model in canonical form
 * @param attributes the declared condition fields, by root
 */
@RegisterForReflection
public record Manifest(
    App app,
    Auth auth,
    List<DeclaredPermission> permissions,
    List<DeclaredRole> roles,
    Map<String, Object> types,
    Map<String, Object> attributes) {

  /** The newest form of a manifest. */
  public static final String SCHEMA = "iam.manifest.v2";

  /** The name that the existing clients of this API family give the same form. */
  public static final String SCHEMA_ALIAS = "laravel-iam.manifest.v2";

  public Manifest {
    permissions = List.copyOf(permissions);
    roles = List.copyOf(roles);
  }

  /** The application itself; its type is free text. */
  @RegisterForReflection
  public record App(String key, String name, @Nullable String type, Risk riskLevel) {}

  /** How people will sign in to it. */
  @RegisterForReflection
  public record Auth(ClientType clientType, List<String> redirectUris) {

    public Auth {
      redirectUris = List.copyOf(redirectUris);
    }
  }

  /**
   * A permission.
   *
   * @param key the full key: {@code warehouse:stock.adjust}
   * @param resource the type of resource that it is about
   * @param action the name under which AuthZEN asks for it
   * @param relation what of {@code types}, on {@code resource}, allows it
   */
  @RegisterForReflection
  public record DeclaredPermission(
      String key,
      @Nullable String label,
      @Nullable String description,
      @Nullable String resource,
      @Nullable String action,
      @Nullable String relation,
      Risk risk,
      Aal requiredAal) {}

  /**
   * A role.
   *
   * @param key the full key: {@code warehouse:clerk}
   * @param permissions full keys, and patterns such as {@code warehouse:stock.*}
   * @param includes full keys of this manifest's roles
   * @param request how it is asked for
   */
  @RegisterForReflection
  public record DeclaredRole(
      String key,
      String label,
      List<String> permissions,
      List<String> includes,
      boolean privileged,
      boolean selfRequestable,
      Map<String, Object> request) {

    public DeclaredRole {
      permissions = List.copyOf(permissions);
      includes = List.copyOf(includes);
    }
  }
}

package io.iamplane.catalog.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.shared.Aal;
import io.iamplane.shared.CanonicalJson;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The declarations of an application, checked by {@link ManifestParser}. All keys are full keys,
 * optional members have their defaults, and lists are in the order of their keys: two texts of one
 * meaning give equal manifests.
 *
 * @param types the relation model in canonical form
 * @param attributes the declared condition fields in canonical form, by root and name
 * @param conditions of the relation model in canonical form; left out of its text if there are
 *     none, as in earlier versions of the program
 */
@RegisterForReflection
public record Manifest(
    App app,
    Auth auth,
    List<DeclaredPermission> permissions,
    List<DeclaredRole> roles,
    Map<String, Object> types,
    Map<String, Object> attributes,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Object> conditions) {

  /** The newest form of a manifest. */
  public static final String SCHEMA = "iam.manifest.v2";

  /** The name that the existing clients of this API family give the same form. */
  public static final String SCHEMA_ALIAS = "laravel-iam.manifest.v2";

  private static final ObjectMapper WRITER =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  @SuppressWarnings("NullAway") // an older text has no conditions
  public Manifest {
    conditions = Objects.requireNonNullElse(conditions, Map.of());
    permissions =
        permissions.stream().sorted(Comparator.comparing(DeclaredPermission::key)).toList();
    roles = roles.stream().sorted(Comparator.comparing(DeclaredRole::key)).toList();
  }

  /** The application itself; its type is free text. */
  @RegisterForReflection
  public record App(String key, String name, @Nullable String type, Risk riskLevel) {}

  /**
   * The settings of its sign-in, with the URI where it hears of the end of sessions, if it asks.
   */
  @RegisterForReflection
  public record Auth(
      ClientType clientType,
      List<String> redirectUris,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String backchannelLogoutUri) {

    public Auth {
      redirectUris = set(redirectUris);
    }

    /** Returns true if people are sent nowhere by the other that they are not sent by this. */
    public boolean includes(Auth other) {
      return clientType == other.clientType && redirectUris.containsAll(other.redirectUris);
    }
  }

  /**
   * @param key the full key: {@code warehouse:stock.adjust}
   * @param resource the type of its resources
   * @param action its name in AuthZEN requests
   * @param relation the name in {@code types}, on {@code resource}, that allows it
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
      permissions = set(permissions);
      includes = set(includes);
    }
  }

  /**
   * @throws IllegalStateException when the manifest was not made by the parser, and has none
   */
  public RelationModel relationModel() {
    RelationModel.Parsed parsed = RelationModel.parse(types, conditions);
    RelationModel model = parsed.model();
    if (model == null) {
      throw new IllegalStateException("not a valid manifest: " + parsed.faults());
    }
    return model;
  }

  /**
   * @throws IllegalStateException when the manifest was not made by the parser, and has none
   */
  public AttributeSchema attributeSchema() {
    return AttributeSchema.parse(
        attributes,
        (place, message) -> {
          throw new IllegalStateException("not a valid manifest: " + place + ": " + message);
        });
  }

  /**
   * The one JSON text of this manifest (RFC 8785), fit to be hashed; the members are the wire's.
   */
  public String canonical() {
    try {
      return CanonicalJson.of(WRITER.writeValueAsString(this));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("could not write a manifest as JSON", e);
    }
  }

  private static List<String> set(List<String> texts) {
    return texts.stream().sorted().distinct().toList();
  }
}

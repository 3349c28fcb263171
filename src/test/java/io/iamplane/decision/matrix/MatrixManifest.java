package io.iamplane.decision.matrix;

import io.iamplane.shared.Aal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A manifest, {@code iam.manifest.v2}, as far as it bears on decisions. */
public record MatrixManifest(
    String schema,
    App app,
    List<Permission> permissions,
    List<MatrixRole> roles,
    Map<String, Object> types,
    Map<String, Object> attributes,
    Map<String, Object> conditions) {

  static final String SCHEMA = "iam.manifest.v2";

  public MatrixManifest(
      String schema,
      App app,
      @Nullable List<Permission> permissions,
      @Nullable List<MatrixRole> roles,
      @Nullable Map<String, Object> types,
      @Nullable Map<String, Object> attributes,
      @Nullable Map<String, Object> conditions) {
    this.schema = Given.oneOf("schema", schema, SCHEMA);
    this.app = Objects.requireNonNull(app, "a manifest has an app");
    this.permissions = permissions == null ? List.of() : List.copyOf(permissions);
    this.roles = roles == null ? List.of() : List.copyOf(roles);
    this.types = types == null ? Map.of() : types;
    this.attributes = attributes == null ? Map.of() : attributes;
    this.conditions = conditions == null ? Map.of() : conditions;
  }

  public record App(String key, String name) {

    public App {
      Objects.requireNonNull(key, "an app has a key");
      Objects.requireNonNull(name, "an app has a name");
    }
  }

  /**
   * A permission.
   *
   * @param key bare
   * @param resource a type
   * @param risk {@code low}, when left out, {@code medium}, {@code high} or {@code critical}
   * @param requiresStepUp the same as a {@code required_aal} of aal2
   */
  public record Permission(
      String key,
      @Nullable String resource,
      @Nullable String action,
      @Nullable String relation,
      String risk,
      @Nullable String requiredAal,
      boolean requiresStepUp) {

    public Permission {
      Objects.requireNonNull(key, "a permission has a key");
      risk = Given.oneOf("risk", risk, "low", "medium", "high", "critical");
    }

    public Aal aal() {
      if (requiredAal == null) {
        return requiresStepUp ? Aal.AAL2 : Aal.AAL1;
      }
      return Aal.parse(requiredAal).orElseThrow(() -> new IllegalArgumentException(requiredAal));
    }
  }
}

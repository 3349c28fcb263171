package io.iamplane.catalog.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.catalog.manifest.Manifest.App;
import io.iamplane.catalog.manifest.Manifest.Auth;
import io.iamplane.catalog.manifest.Manifest.DeclaredPermission;
import io.iamplane.catalog.manifest.Manifest.DeclaredRole;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.pattern.PermissionKey;
import io.iamplane.language.relation.ModelFault;
import io.iamplane.language.relation.RelationModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a manifest. Every fault is told at once, each with its place. */
public final class ManifestParser {

  private static final Set<String> MEMBERS =
      Set.of("schema", "app", "auth", "permissions", "roles", "types", "attributes");
  private static final Set<String> APP = Set.of("key", "name", "type", "risk_level");
  private static final Set<String> AUTH = Set.of("client_type", "redirect_uris");
  private static final Set<String> RESERVED = Set.of("iam", "platform");
  private static final int MAX_REDIRECT_URIS = 100;

  private final List<ManifestFault> faults = new ArrayList<>();

  private ManifestParser() {}

  /**
   * What became of a document.
   *
   * @param manifest null exactly when there are faults
   * @param faults every fault found
   */
  public record Parsed(@Nullable Manifest manifest, List<ManifestFault> faults) {
    public Parsed {
      faults = List.copyOf(faults);
    }
  }

  /** Reads a document. Never throws for bad input. */
  public static Parsed parse(JsonNode document) {
    return new ManifestParser().read(document);
  }

  private Parsed read(JsonNode document) {
    Members members = Members.of("", document, MEMBERS, faults);
    schema(members);
    App app = app(members);
    Auth auth = auth(members);
    RelationModel model = model(members);
    List<DeclaredPermission> permissions =
        new PermissionSection(app.key(), model, faults).read(members);
    List<DeclaredRole> roles = new RoleSection(app.key(), permissions, faults).read(members);
    Map<String, Object> attributes = attributes(members);
    Manifest manifest =
        faults.isEmpty()
            ? new Manifest(
                app,
                auth,
                permissions,
                roles,
                model == null ? Map.of() : model.canonical(),
                attributes)
            : null;
    return new Parsed(manifest, faults);
  }

  private static void schema(Members members) {
    String schema = members.text("schema");
    if (!schema.isEmpty()
        && !schema.equals(Manifest.SCHEMA)
        && !schema.equals(Manifest.SCHEMA_ALIAS)) {
      members.fault("schema", "must be " + Manifest.SCHEMA);
    }
  }

  private App app(Members members) {
    if (!members.has("app")) {
      members.fault("app", "is needed");
      return new App("", "", null, Risk.LOW);
    }
    Members app = Members.of("app", members.node("app"), APP, faults);
    String key = app.text("key");
    if (RESERVED.contains(key)) {
      app.fault("key", "'" + key + "' is reserved");
    } else if (!key.isEmpty() && !PermissionKey.isApp(key)) {
      app.fault("key", "must have 1 to 64 lower-case letters, digits, _ and -, a letter first");
    }
    return new App(
        key,
        app.text("name"),
        app.optionalText("type"),
        app.choice("risk_level", Risk.LOW, Risk.values(), Risk::wire));
  }

  private Auth auth(Members members) {
    if (!members.has("auth")) {
      return new Auth(ClientType.CONFIDENTIAL, List.of());
    }
    Members auth = Members.of("auth", members.node("auth"), AUTH, faults);
    List<String> uris = auth.texts("redirect_uris", MAX_REDIRECT_URIS);
    for (int i = 0; i < uris.size(); i++) {
      if (!RedirectUris.isFit(uris.get(i))) {
        auth.fault("redirect_uris[" + i + "]", RedirectUris.RULE);
      }
    }
    return new Auth(
        auth.choice("client_type", ClientType.CONFIDENTIAL, ClientType.values(), ClientType::wire),
        uris);
  }

  private @Nullable RelationModel model(Members members) {
    Map<String, Object> types = members.free("types");
    if (types.isEmpty()) {
      return null;
    }
    RelationModel.Parsed parsed = RelationModel.parse(types);
    for (ModelFault fault : parsed.faults()) {
      String at =
          fault.line() == 0 ? "" : " (line %d, column %d)".formatted(fault.line(), fault.column());
      faults.add(new ManifestFault(fault.path() + at, fault.message()));
    }
    return parsed.model();
  }

  private Map<String, Object> attributes(Members members) {
    Map<String, Object> attributes = members.free("attributes");
    AttributeSchema.parse(
        attributes, (place, fault) -> faults.add(new ManifestFault(place, fault)));
    return attributes;
  }
}

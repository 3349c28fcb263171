package io.iamplane.catalog.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.catalog.document.Manifest.App;
import io.iamplane.catalog.document.Manifest.Auth;
import io.iamplane.catalog.document.Manifest.DeclaredRole;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.condition.Type;
import io.iamplane.language.pattern.PermissionKey;
import io.iamplane.language.relation.ModelFault;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.shared.json.FieldErrors;
import io.iamplane.shared.json.JsonForm;
import io.iamplane.shared.json.JsonMembers;
import io.iamplane.shared.json.JsonMembers.Element;
import io.iamplane.shared.json.TextRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads a manifest. All errors are reported together, each with its place. */
public final class ManifestParser {

  private static final Set<String> MEMBERS =
      Set.of("schema", "app", "auth", "permissions", "roles", "types", "attributes", "conditions");
  private static final Set<String> APP = Set.of("key", "name", "type", "risk_level");
  private static final Set<String> AUTH =
      Set.of("client_type", "redirect_uris", "backchannel_logout_uri");
  private static final Set<String> RESERVED = Set.of("iam", "platform");
  private static final int MAX_APP_KEY = 63;
  private static final TextRule APP_NAME = TextRule.line(200);
  private static final TextRule APP_TYPE = TextRule.line(64);
  private static final int MAX_REDIRECT_URIS = 100;
  private static final TextRule REDIRECT_URI = TextRule.line(2_000);

  /** Each request of a sign-in reads all of them, and any browser may name the application. */
  private static final int MAX_REDIRECT_URIS_BYTES = 8_000;

  private final ManifestFaults faults = new ManifestFaults();

  private ManifestParser() {}

  /** A manifest, null exactly if there are faults, and all faults, up to a thousand. */
  public record Parsed(@Nullable Manifest manifest, List<ManifestFault> faults) {
    public Parsed {
      faults = List.copyOf(faults);
    }
  }

  /** Never throws for bad input. */
  public static Parsed parse(JsonNode document) {
    return new ManifestParser().read(document);
  }

  private Parsed read(JsonNode document) {
    JsonMembers members = JsonMembers.of(JsonForm.PHP, faults, "", document).only(MEMBERS);
    schema(members);
    App app = app(members);
    Auth auth = auth(members);
    RelationModel model = model(members);
    OwnKeys keys = new OwnKeys(app == null ? null : app.key());
    PermissionSection.Read permissions = new PermissionSection(keys, model).read(members);
    List<DeclaredRole> roles = new RoleSection(keys, permissions.keys()).read(members);
    Map<String, Object> attributes = attributes(members);
    if (app == null || model == null || !faults.isEmpty()) {
      return new Parsed(null, faults.all());
    }
    return new Parsed(
        new Manifest(
            app,
            auth,
            permissions.permissions(),
            roles,
            model.canonical(),
            attributes,
            model.canonicalConditions()),
        List.of());
  }

  private static void schema(JsonMembers members) {
    String schema = members.require("schema") ? members.text("schema") : null;
    if (schema != null
        && !schema.equals(Manifest.SCHEMA)
        && !schema.equals(Manifest.SCHEMA_ALIAS)) {
      members.fault("schema", "must be '" + Manifest.SCHEMA + "'");
    }
  }

  /** Null when the key is invalid; a missing name is an error too. */
  private @Nullable App app(JsonMembers members) {
    if (!members.require("app")) {
      return null;
    }
    JsonMembers app = members.object("app").only(APP);
    String key = appKey(app);
    String name = app.require("name") ? app.text("name", APP_NAME) : null;
    String type = app.text("type", APP_TYPE);
    Risk risk = Objects.requireNonNullElse(app.choice("risk_level", Risk.class), Risk.LOW);
    return key == null ? null : new App(key, name == null ? "" : name, type, risk);
  }

  private static @Nullable String appKey(JsonMembers app) {
    String key = app.require("key") ? app.text("key") : null;
    if (key == null) {
      return null;
    }
    if (key.length() > MAX_APP_KEY || !PermissionKey.isApp(key)) {
      app.fault(
          "key",
          "must be 1 to 63 characters long, start with a lower-case letter and contain only"
              + " lower-case letters, digits, '_' and '-'");
      return null;
    }
    if (RESERVED.contains(key)) {
      app.fault("key", "'" + key + "' is reserved");
    }
    return key;
  }

  private static Auth auth(JsonMembers members) {
    JsonMembers auth = members.object("auth").only(AUTH);
    List<Element> uris = auth.texts("redirect_uris", MAX_REDIRECT_URIS, REDIRECT_URI);
    for (Element uri : uris) {
      if (!RedirectUris.isFit(uri.text())) {
        auth.fault(uri.member(), RedirectUris.RULE);
      }
    }
    int bytes = uris.stream().mapToInt(uri -> uri.text().getBytes(UTF_8).length).sum();
    if (bytes > MAX_REDIRECT_URIS_BYTES) {
      auth.fault(
          "redirect_uris",
          "must not exceed %d bytes in total; the current total is %d"
              .formatted(MAX_REDIRECT_URIS_BYTES, bytes));
    }
    return new Auth(
        Objects.requireNonNullElse(
            auth.choice("client_type", ClientType.class), ClientType.CONFIDENTIAL),
        uris.stream().map(Element::text).toList(),
        logoutUri(auth));
  }

  private static @Nullable String logoutUri(JsonMembers auth) {
    String uri = auth.text("backchannel_logout_uri", REDIRECT_URI);
    if (uri != null && !RedirectUris.isFit(uri)) {
      auth.fault("backchannel_logout_uri", RedirectUris.RULE);
    }
    return uri;
  }

  /** Null when the model has errors. */
  private @Nullable RelationModel model(JsonMembers members) {
    Map<String, Object> types = FreeJson.read(members, "types", true);
    Map<String, Object> conditions = FreeJson.read(members, "conditions", true);
    if (types == null || conditions == null) {
      return null;
    }
    RelationModel.Parsed parsed = RelationModel.parse(types, conditions);
    for (ModelFault fault : parsed.faults()) {
      String at = fault.line() == 0 ? "" : ":" + fault.line() + ":" + fault.column();
      faults.add(fault.path() + at, fault.message());
    }
    return parsed.model();
  }

  private Map<String, Object> attributes(JsonMembers members) {
    Map<String, Object> declared = FreeJson.read(members, "attributes", true);
    if (declared == null) {
      return Map.of();
    }
    AttributeSchema schema = AttributeSchema.parse(declared, faults::add);
    Map<String, Object> attributes = new TreeMap<>();
    put(attributes, "subject", schema.subject());
    put(attributes, "resource", schema.resource());
    put(attributes, "context", schema.context());
    return attributes;
  }

  private static void put(Map<String, Object> attributes, String root, Map<String, Type> fields) {
    if (!fields.isEmpty()) {
      Map<String, Object> texts = new TreeMap<>();
      fields.forEach((name, type) -> texts.put(name, type.text()));
      attributes.put(root, texts);
    }
  }

  /** The faults found so far. Beyond a thousand they are counted, and no longer kept. */
  static final class ManifestFaults implements FieldErrors {

    static final int MAX = 1_000;

    private static final String DOCUMENT = "manifest";

    private final List<ManifestFault> faults = new ArrayList<>();
    private int found;

    @Override
    public void add(String place, String message) {
      boolean full = isFull();
      found++;
      if (!full) {
        faults.add(new ManifestFault(place.isEmpty() ? DOCUMENT : place, message));
      }
    }

    boolean isEmpty() {
      return found == 0;
    }

    @Override
    public boolean isFull() {
      return found >= MAX;
    }

    List<ManifestFault> all() {
      List<ManifestFault> all = new ArrayList<>(faults);
      if (found > MAX) {
        all.add(new ManifestFault(DOCUMENT, "only the first %d errors are listed".formatted(MAX)));
      }
      return all;
    }
  }
}

package io.iamplane.catalog.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.catalog.document.Manifest.App;
import io.iamplane.catalog.document.Manifest.Auth;
import io.iamplane.catalog.document.Manifest.DeclaredPermission;
import io.iamplane.catalog.document.Manifest.DeclaredRole;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.condition.ListType;
import io.iamplane.language.condition.Scalar;
import io.iamplane.shared.Aal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ManifestParserTest {

  private static final String SMALL =
      """
      {"schema": "laravel-iam.manifest.v2", "app": {"key": "shop", "name": "Shop"}}
      """;

  @Test
  void whatIsLeftOutHasItsDefault() {
    assertThat(SampleManifest.manifest(SampleManifest.json(SMALL)))
        .isEqualTo(
            new Manifest(
                new App("shop", "Shop", null, Risk.LOW),
                new Auth(ClientType.CONFIDENTIAL, List.of(), null),
                List.of(),
                List.of(),
                Map.of(),
                Map.of(),
                Map.of()));
  }

  @Test
  void whatIsNullIsLeftOut() {
    assertThat(
            SampleManifest.manifest(
                SampleManifest.json(
                    """
                    {"schema": "iam.manifest.v2",
                     "app": {"key": "shop", "name": "Shop", "type": null, "risk_level": null},
                     "auth": null, "permissions": null, "roles": null, "types": null,
                     "attributes": null}
                    """)))
        .isEqualTo(SampleManifest.manifest(SampleManifest.json(SMALL)));
  }

  /** PHP writes an object without members as an empty list. */
  @Test
  void emptyListsStandForEmptyObjects() {
    assertThat(
            SampleManifest.manifest(
                SampleManifest.json(
                    """
                    {"schema": "iam.manifest.v2", "app": {"key": "shop", "name": "Shop"},
                     "auth": [], "permissions": [], "roles": [], "types": [],
                     "attributes": {"subject": []}}
                    """)))
        .isEqualTo(SampleManifest.manifest(SampleManifest.json(SMALL)));
    assertThat(
            new SampleManifest()
                .with("/types/identity", "[]")
                .with("/types/paper", "{\"relations\": [], \"permissions\": []}")
                .with("/roles/0/request", "[]")
                .manifest())
        .isEqualTo(
            new SampleManifest()
                .with("/types/identity", "{}")
                .with("/types/paper", "{}")
                .manifest());
  }

  @Test
  void permissionsAndRolesGetFullKeys() {
    Manifest manifest = new SampleManifest().manifest();

    assertThat(manifest.permissions())
        .containsExactly(
            new DeclaredPermission(
                "warehouse:document.open",
                null,
                null,
                "document",
                "open",
                "can_open",
                Risk.LOW,
                Aal.AAL1),
            new DeclaredPermission(
                "warehouse:stock.adjust", null, null, null, null, null, Risk.HIGH, Aal.AAL2),
            new DeclaredPermission(
                "warehouse:stock.read",
                "Read",
                "See what is there.",
                null,
                null,
                null,
                Risk.LOW,
                Aal.AAL1));
    assertThat(manifest.roles())
        .containsExactly(
            new DeclaredRole(
                "warehouse:clerk",
                "Clerk",
                List.of("warehouse:stock.read"),
                List.of(),
                false,
                false,
                Map.of()),
            new DeclaredRole(
                "warehouse:keeper",
                "keeper",
                List.of("warehouse:stock.*"),
                List.of("warehouse:clerk"),
                true,
                true,
                Map.of("approvers", List.of("owner"))));
  }

  @Test
  void textsOfOneMeaningGiveEqualManifests() {
    Manifest one = new SampleManifest().manifest();
    Manifest other =
        new SampleManifest()
            .with("/schema", "\"laravel-iam.manifest.v2\"")
            .with("/permissions/0/key", "\"warehouse:stock.read\"")
            .with("/permissions/0/risk", "\"low\"")
            .with("/permissions/1/requires_step_up", "true")
            .with("/permissions/1/required_aal", "-")
            .with(
                "/roles",
                """
                [{"key": "warehouse:keeper", "label": "keeper", "is_privileged": true,
                  "permissions": ["warehouse:stock.*", "stock.*"], "self_requestable": true,
                  "includes": ["warehouse:clerk", "clerk"], "request": {"approvers": ["owner"]}},
                 {"key": "clerk", "label": "Clerk", "permissions": ["stock.read", "stock.read"]}]
                """)
            .with("/types/folder/relations/viewer", "\"user|group#member\"")
            .with("/types/document/permissions/can_open", "\"(parent -> viewer)\"")
            .with("/attributes/resource", "{}")
            .manifest();

    assertThat(other).isEqualTo(one);
    assertThat(other.canonical()).isEqualTo(one.canonical());
  }

  @Test
  void textsOfAnotherMeaningDoNot() {
    String canonical = new SampleManifest().manifest().canonical();

    assertThat(new SampleManifest().with("/app/name", "\"Store\"").manifest().canonical())
        .isNotEqualTo(canonical);
    assertThat(
            new SampleManifest()
                .with("/types/folder/relations/viewer", "\"user\"")
                .manifest()
                .canonical())
        .isNotEqualTo(canonical);
    assertThat(new SampleManifest().with("/roles/1/request", "{\"a\":1}").manifest().canonical())
        .isNotEqualTo(
            new SampleManifest().with("/roles/1/request", "{\"a\":\"1\"}").manifest().canonical());
  }

  @Test
  void theCanonicalTextHasTheNamesOfTheWire() {
    assertThat(SampleManifest.manifest(SampleManifest.json(SMALL)).canonical())
        .isEqualTo(
            "{\"app\":{\"key\":\"shop\",\"name\":\"Shop\",\"risk_level\":\"low\",\"type\":null},"
                + "\"attributes\":{},"
                + "\"auth\":{\"client_type\":\"confidential\",\"redirect_uris\":[]},"
                + "\"permissions\":[],\"roles\":[],\"types\":{}}");
  }

  @Test
  void theModelAndTheDeclarationsAreAtHand() {
    Manifest manifest =
        new SampleManifest()
            .with("/attributes/subject/roles", "\"list<string>\"")
            .with("/attributes/subject/tags", "\"list<any>\"")
            .manifest();

    assertThat(manifest.relationModel().types()).containsOnlyKeys("document", "folder");
    assertThat(manifest.attributeSchema())
        .isEqualTo(
            new AttributeSchema(
                Map.of(
                    "level", Scalar.INT,
                    "roles", new ListType(Scalar.STRING),
                    "tags", new ListType(Scalar.ANY)),
                Map.of(),
                Map.of("quantity", Scalar.INT)));
    assertThat(manifest.attributes())
        .isEqualTo(
            Map.of(
                "subject", Map.of("level", "int", "roles", "list<string>", "tags", "list"),
                "context", Map.of("quantity", "int")));
  }

  @Test
  void whatTheParserDidNotMakeMayHaveNoModel() {
    Manifest made =
        new Manifest(
            new App("shop", "Shop", null, Risk.LOW),
            new Auth(ClientType.PUBLIC, List.of(), null),
            List.of(),
            List.of(),
            Map.of("doc", "nonsense"),
            Map.of("doc", "nonsense"),
            Map.of());

    assertThatThrownBy(made::relationModel).hasMessageContaining("types.doc");
    assertThatThrownBy(made::attributeSchema).hasMessageContaining("attributes.doc");
  }

  @Test
  void everyFaultIsToldAtOnceInTheOrderOfTheSections() {
    assertThat(
            new SampleManifest()
                .with("/schema", "\"v3\"")
                .with("/app/key", "\"iam\"")
                .with("/app/name", "\"\"")
                .with("/auth/client_type", "\"x\"")
                .with("/types/folder/relations/viewer", "\"user |\"")
                .with("/types/document/relations/parent", "\"folder &\"")
                .with("/permissions/0/key", "\"a b\"")
                .with("/permissions/0/risk", "\"x\"")
                .with("/permissions/1/required_aal", "\"x\"")
                .with("/roles/0/permissions/0", "\"stock.write\"")
                .with("/roles/1/includes/0", "\"boss\"")
                .with("/attributes/subject/level", "\"x\"")
                .parse()
                .faults())
        .extracting(ManifestFault::place)
        .containsExactly(
            "schema",
            "app.key",
            "app.name",
            "auth.client_type",
            "types.folder.relations.viewer:1:7",
            "types.document.relations.parent:1:9",
            "permissions[0].key",
            "permissions[0].risk",
            "permissions[1].required_aal",
            "roles[0].permissions[0]",
            "roles[1].includes[0]",
            "attributes.subject.level");
  }
}

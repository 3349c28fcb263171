package io.iamplane.catalog.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Schema and parser refuse or accept the same. Columns: the changed member of the sample, its
 * value.
 */
class ManifestSchemaFaultsTest {

  private final SchemaChecker schema = new SchemaChecker();

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiterString = " ! ",
      textBlock =
          """
          /schema                      ! -
          /schema                      ! null
          /schema                      ! 2
          /schema                      ! "iam.manifest.v1"
          /extra                       ! 1
          /extra                       ! null
          /$schema                     ! "https://iam.example/.well-known/iam-manifest-schema.json"
          /Permissions                 ! []
          /app                         ! -
          /app                         ! null
          /app                         ! []
          /app                         ! "warehouse"
          /app/owner                   ! "ann"
          /app/key                     ! -
          /app/key                     ! null
          /app/key                     ! 7
          /app/key                     ! ""
          /app/key                     ! "Warehouse"
          /app/key                     ! "1st"
          /app/key                     ! "ware.house"
          /app/key                     ! "warehouse\\n"
          /app/key                     ! "w\\u00e4re"
          /app/key                     ! "iam"
          /app/key                     ! "platform"
          /app/name                    ! -
          /app/name                    ! null
          /app/name                    ! ["Warehouse"]
          /app/name                    ! ""
          /app/name                    ! "  "
          /app/name                    ! "\\u2003\\u3000"
          /app/name                    ! "a\\nb"
          /app/name                    ! "a\\u009bb"
          /app/type                    ! {}
          /app/type                    ! ""
          /app/risk_level              ! "LOW"
          /app/risk_level              ! 0
          /auth                        ! "public"
          /auth                        ! ["public"]
          /auth/jwks                   ! {}
          /auth/client_type            ! "secret"
          /auth/client_type            ! true
          /auth/redirect_uris          ! "https://a.example"
          /auth/redirect_uris          ! {}
          /auth/redirect_uris/1        ! 3
          /auth/redirect_uris/1        ! null
          /auth/redirect_uris/1        ! ""
          /permissions                 ! {"key": "a"}
          /permissions                 ! {}
          /permissions/3               ! "stock.count"
          /permissions/3               ! null
          /permissions/3               ! []
          /permissions/3               ! {"key": "a", "aal": 1}
          /permissions/1/key           ! -
          /permissions/1/key           ! 3
          /permissions/1/key           ! ""
          /permissions/1/key           ! "stock adjust"
          /permissions/1/key           ! "stock..adjust"
          /permissions/1/key           ! ".adjust"
          /permissions/1/key           ! "stock.*"
          /permissions/1/key           ! "st\\u00f6ck"
          /permissions/1/key           ! "stock\\u0000"
          /permissions/1/key           ! "warehouse:"
          /permissions/1/key           ! "warehouse:a:b"
          /permissions/1/key           ! ":stock.adjust"
          /permissions/1/key           ! "Warehouse:stock.adjust"
          /permissions/0/label         ! 1
          /permissions/0/label         ! "a\\tb"
          /permissions/0/description   ! false
          /permissions/0/description   ! "a\\u001b[2Jb"
          /permissions/0/description   ! "\\n"
          /permissions/2/resource      ! 3
          /permissions/0/resource      ! "a:b"
          /permissions/0/resource      ! ""
          /permissions/0/resource      ! "a-"
          /permissions/0/resource      ! "a--b"
          /permissions/0/action        ! ["open"]
          /permissions/0/action        ! "to open"
          /permissions/2/relation      ! {}
          /permissions/2/relation      ! "parent->viewer"
          /permissions/2/resource      ! -
          /permissions/2/resource      ! null
          /permissions/0/risk          ! "severe"
          /permissions/0/risk          ! 3
          /permissions/0/required_aal  ! "aal4"
          /permissions/0/required_aal  ! 2
          /permissions/0/requires_step_up ! "true"
          /permissions/0/requires_step_up ! 1
          /permissions/1/requires_step_up ! false
          /permissions/3               ! {"key": "a", "requires_step_up": true, "required_aal": "aal1"}
          /roles                       ! true
          /roles/2                     ! "clerk"
          /roles/2                     ! {"key": "a", "privileged": true}
          /roles/1/key                 ! -
          /roles/1/key                 ! "head keeper"
          /roles/0/label               ! " "
          /roles/0/permissions         ! "stock.read"
          /roles/0/permissions         ! {}
          /roles/0/permissions/1       ! 3
          /roles/0/permissions/1       ! ""
          /roles/0/permissions/1       ! "*:*"
          /roles/0/permissions/1       ! "*.read"
          /roles/0/permissions/1       ! "stock*"
          /roles/0/permissions/1       ! "stock.*.read"
          /roles/0/permissions/1       ! "stock.**"
          /roles/0/permissions/1       ! "st ock.*"
          /roles/0/includes            ! "keeper"
          /roles/0/includes            ! [null]
          /roles/0/includes            ! ["*"]
          /roles/0/is_privileged       ! "yes"
          /roles/0/is_privileged       ! 1
          /roles/0/self_requestable    ! []
          /roles/0/request             ! "owner"
          /roles/0/request             ! ["owner"]
          /roles/0/request             ! {"a": "\\u0000"}
          /roles/0/request             ! {"a": {"\\u0000": 1}}
          /roles/0/request             ! {"a": 9007199254740993}
          /roles/0/request             ! {"a": -9007199254740992}
          /roles/0/request             ! {"a": 99999999999999999999999}
          /roles/0/request             ! {"a": 1e400}
          /roles/0/request             ! {"a": [1e-16]}
          /roles/0/request             ! {"a": [{"b": -1e-16}]}
          /types                       ! "folder"
          /types                       ! ["folder"]
          /types/folder                ! "user"
          /types/folder/members        ! {}
          /types/a b                   ! {}
          /types/folder/relations      ! ["viewer"]
          /types/folder/relations/viewer ! 3
          /types/folder/relations/viewer ! null
          /types/folder/relations/viewer ! []
          /types/folder/relations/viewer ! ""
          /types/folder/relations/a.b  ! "user"
          /attributes                  ! 3
          /attributes/action           ! {}
          /attributes/subject          ! "int"
          /attributes/subject          ! null
          /attributes/subject/level    ! "integer"
          /attributes/subject/level    ! "list<list<list<list<int>>>>"
          /attributes/subject/level    ! "list<int"
          /attributes/subject/level    ! "list<>"
          /attributes/subject/level    ! "int\\n"
          /attributes/subject/level    ! null
          /attributes/subject/level    ! 3
          /attributes/subject/         ! "int"
          """)
  void bothRefuse(String pointer, String value) {
    schema.assertBothRefuse(new SampleManifest().with(pointer, value).document());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiterString = " ! ",
      textBlock =
          """
          /schema                      ! "laravel-iam.manifest.v2"
          /app/type                    ! null
          /app/risk_level              ! null
          /app/name                    ! "\\u00a0"
          /app/name                    ! "\\ud83d\\ude00"
          /app/name                    ! " \\u2028a"
          /auth                        ! -
          /auth                        ! null
          /auth                        ! []
          /auth/client_type            ! null
          /auth/redirect_uris          ! null
          /auth/redirect_uris          ! []
          /roles                       ! null
          /roles                       ! []
          /permissions/3               ! {"key": "a", "relation": null, "resource": null}
          /permissions/3               ! {"key": "a", "requires_step_up": true, "required_aal": null}
          /permissions/3               ! {"key": "a", "requires_step_up": false, "required_aal": "aal1"}
          /permissions/3               ! {"key": "a", "requires_step_up": true, "required_aal": "aal3"}
          /permissions/3               ! {"key": "a", "label": null, "description": null, "action": null, "risk": null}
          /permissions/0/description   ! "a\\r\\n\\tb"
          /permissions/0/resource      ! "_a-b_1"
          /roles/0/permissions         ! null
          /roles/0/permissions         ! ["*", "warehouse:*", "a.b.*", "warehouse:a.*"]
          /roles/0/includes            ! null
          /roles/0/request             ! null
          /roles/0/request             ! []
          /roles/0/request             ! {"": null, "a": [[], {}, true, "", 0, -0.0, 1e-15, -9007199254740991]}
          /types/empty                 ! null
          /types/empty                 ! []
          /types/empty                 ! {}
          /types/empty                 ! {"relations": null, "permissions": []}
          /types/empty                 ! {"relations": [], "permissions": null}
          /attributes                  ! null
          /attributes                  ! []
          /attributes/subject          ! []
          /attributes/resource         ! {"a b": "any", "list": "list<list<list<list>>>", "\\u00a0": "map"}
          """)
  void bothAccept(String pointer, String value) {
    schema.assertBothAccept(new SampleManifest().with(pointer, value).document());
  }

  @ParameterizedTest
  @CsvSource({
    "/app/key, 63",
    "/app/name, 200",
    "/app/type, 64",
    "/permissions/1/key, 190",
    "/permissions/0/label, 200",
    "/permissions/0/description, 1000",
    "/permissions/0/resource, 64",
    "/permissions/0/action, 64",
    "/roles/1/key, 190",
    "/roles/0/label, 200"
  })
  void lengthsEndWhereTheParsersDo(String pointer, int max) {
    schema.assertBothAccept(new SampleManifest().with(pointer, text(max)).document());
    schema.assertBothRefuse(new SampleManifest().with(pointer, text(max + 1)).document());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "/permissions/1/key              ! \"warehouse:%s\" ! 190",
        "/roles/0/permissions/1          ! \"%s.*\"         ! 188",
        "/roles/0/permissions/1          ! \"warehouse:%s.*\" ! 188",
        "/auth/redirect_uris/0           ! \"https://a.example/%s\" ! 1982",
        "/roles/0/request                ! {\"a\": \"%s\"}   ! 4096",
        "/roles/0/request                ! {\"a\": [{\"%s\": 1}]} ! 200",
        "/attributes/subject             ! {\"%s\": \"int\"} ! 200",
        "/types                          ! {\"%s\": {}, \"document\": {\"relations\": {\"can_open\": \"user\"}}} ! 64",
        "/types/folder/relations         ! {\"viewer\": \"user\", \"%s\": \"user\"} ! 64"
      })
  void lengthsWithinATextEndWhereTheParsersDo(String pointer, String template, int max) {
    schema.assertBothAccept(
        new SampleManifest().with(pointer, template.formatted("a".repeat(max))).document());
    schema.assertBothRefuse(
        new SampleManifest().with(pointer, template.formatted("a".repeat(max + 1))).document());
  }

  @Test
  void expressionsEndWhereTheParsersDo() {
    String pointer = "/types/folder/relations/viewer";
    schema.assertBothAccept(
        new SampleManifest().with(pointer, "\"user" + " ".repeat(4_092) + "\"").document());
    schema.assertBothRefuse(
        new SampleManifest().with(pointer, "\"user" + " ".repeat(4_093) + "\"").document());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "/permissions            ! [%s]  ! {\"key\": \"p%d\"}                 ! 2000",
        "/roles                  ! [%s]  ! {\"key\": \"r%d\"}                 ! 1000",
        "/roles/0/permissions    ! [%s]  ! \"p%d.*\"                          ! 500",
        "/roles/0/includes       ! [%s]  ! \"keeper\"                         ! 500",
        "/auth/redirect_uris     ! [%s]  ! \"https://a.example/%d\"           ! 100",
        "/types                  ! {%s}  ! \"t%d\": {}                        ! 256",
        "/types/folder           ! {\"relations\": {%s}} ! \"r%d\": \"user\"  ! 256",
        "/types/folder           ! {\"permissions\": {%s}} ! \"r%d\": \"r0\"  ! 256",
        "/attributes/context     ! {%s}  ! \"a%d\": \"int\"                   ! 500"
      })
  void countsEndWhereTheParsersDo(String pointer, String all, String one, int max) {
    assertThat(schema.faults(many(pointer, all, one, max))).isEmpty();
    schema.assertBothRefuse(many(pointer, all, one, max + 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "3", "\"manifest\"", "true", "[]", "[1]", "{}"})
  void whatIsNoManifestIsRefused(String document) {
    schema.assertBothRefuse(SampleManifest.json(document));
  }

  /** The description of the schema says so. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiterString = " ! ",
      textBlock =
          """
          /permissions/1/key             ! "stock.read"
          /permissions/1/key             ! "shop:stock.adjust"
          /permissions/2/relation        ! "can_close"
          /roles/0/permissions/1         ! "stock.write"
          /roles/0/includes              ! ["keeper"]
          /roles/0/includes              ! ["nobody"]
          /types/folder/relations/viewer ! "user |"
          /types/folder/relations/viewer ! "usr"
          /app/name                      ! "a\\ud800"
          /auth/redirect_uris/0          ! "https://a.example:65536/"
          """)
  void someFaultsAreLeftToTheParser(String pointer, String value) {
    JsonNode document = new SampleManifest().with(pointer, value).document();

    assertThat(ManifestParser.parse(document).faults()).isNotEmpty();
    assertThat(schema.faults(document)).isEmpty();
  }

  private static JsonNode many(String pointer, String all, String one, int count) {
    return new SampleManifest()
        .with(
            pointer,
            all.formatted(
                IntStream.range(0, count)
                    .mapToObj(i -> one.formatted(i))
                    .collect(Collectors.joining(","))))
        .document();
  }

  private static String text(int length) {
    return "\"" + "a".repeat(length) + "\"";
  }
}

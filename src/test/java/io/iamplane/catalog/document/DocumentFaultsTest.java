package io.iamplane.catalog.document;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * ManifestFaults outside permissions and roles. Columns: the changed member, its value, the
 * reported place, the message.
 */
class DocumentFaultsTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiterString = " ! ",
      textBlock =
          """
          /schema            ! -                          ! schema               ! is required
          /schema            ! null                       ! schema               ! is required
          /schema            ! 2                          ! schema               ! must be a string
          /schema            ! "iam.manifest.v1"          ! schema               ! must be 'iam.manifest.v2'
          /schema            ! ""                         ! schema               ! must be 'iam.manifest.v2'
          /extra             ! 1                          ! extra                ! unknown field; allowed: app, attributes, auth
          /Permissions       ! []                         ! Permissions          ! unknown field
          /app               ! -                          ! app                  ! is required
          /app               ! "warehouse"                ! app                  ! must be an object
          /app/key           ! -                          ! app.key              ! is required
          /app/key           ! 7                          ! app.key              ! must be a string
          /app/key           ! ""                         ! app.key              ! must be 1 to 63 characters long
          /app/key           ! "Warehouse"                ! app.key              ! lower-case letters
          /app/key           ! "1st"                      ! app.key              ! start with a lower-case letter
          /app/key           ! "ware house"               ! app.key              ! lower-case letters
          /app/key           ! "ware.house"               ! app.key              ! lower-case letters
          /app/key           ! "ware:house"               ! app.key              ! lower-case letters
          /app/key           ! "warehouse\\n"             ! app.key              ! lower-case letters
          /app/key           ! "w\\u00e4re"               ! app.key              ! lower-case letters
          /app/key           ! "iam"                      ! app.key              ! 'iam' is reserved
          /app/key           ! "platform"                 ! app.key              ! 'platform' is reserved
          /app/name          ! -                          ! app.name             ! is required
          /app/name          ! ["Warehouse"]              ! app.name             ! must be a string
          /app/name          ! ""                         ! app.name             ! must be 1 to 200 characters long and not blank
          /app/name          ! "  "                       ! app.name             ! must be 1 to 200 characters long and not blank
          /app/name          ! "a\\nb"                    ! app.name             ! control characters
          /app/name          ! "a\\u009bb"                ! app.name             ! control characters
          /app/name          ! "a\\ud800"                 ! app.name             ! half a surrogate pair
          /app/name          ! "\\udc00a"                 ! app.name             ! half a surrogate pair
          /app/type          ! {}                         ! app.type             ! must be a string
          /app/type          ! ""                         ! app.type             ! must be 1 to 64 characters long and not blank
          /app/risk_level    ! "LOW"                      ! app.risk_level       ! must be one of low, medium, high, critical
          /app/risk_level    ! 0                          ! app.risk_level       ! must be a string
          /app/owner         ! "ann"                      ! app.owner            ! unknown field; allowed: key, name, risk_level, type
          /auth              ! "public"                   ! auth                 ! must be an object
          /auth              ! ["public"]                 ! auth                 ! must be an object
          /auth/client_type  ! "secret"                   ! auth.client_type     ! must be one of confidential, public
          /auth/client_type  ! true                       ! auth.client_type     ! must be a string
          /auth/jwks         ! {}                         ! auth.jwks            ! unknown field
          /auth/redirect_uris   ! "https://a.example"     ! auth.redirect_uris     ! must be a list
          /auth/redirect_uris/1 ! 3                       ! auth.redirect_uris[1]  ! must be a string
          /auth/redirect_uris/1 ! null                    ! auth.redirect_uris[1]  ! must be a string
          /auth/redirect_uris/1 ! "http://a.example"      ! auth.redirect_uris[1]  ! must be an absolute https URI
          /types             ! "folder"                   ! types                  ! must be an object
          /types             ! ["folder"]                 ! types                  ! must be an object
          /types/folder      ! "user"                     ! types.folder           ! must be an object
          /types/folder/members ! {}                      ! types.folder.members   ! a type has only 'relations' and 'permissions'
          /types/a b         ! {}                         ! types.a b              ! must be a name
          /types/folder/relations/viewer   ! 3            ! types.folder.relations.viewer          ! must be a string
          /types/folder/relations/viewer   ! "usr"        ! types.folder.relations.viewer:1:1      ! there is no type 'usr'
          /types/folder/relations/viewer   ! ["user"]     ! types.folder.relations.viewer          ! must be a string
          /types/document/permissions/x    ! "parent -> " ! types.document.permissions.x:1:11      ! expected
          /types/document/permissions/x    ! "nobody"     ! types.document.permissions.x:1:1       ! has no relation or permission 'nobody'
          /types/document/permissions/x    ! "x"          ! types.document.permissions.x           ! never
          /types/document/permissions/parent ! "parent"   ! types.document.permissions.parent      ! already a relation of this type
          /attributes        ! 3                          ! attributes                             ! must be an object
          /attributes/action ! {}                         ! attributes.action                      ! only for subject, resource and context
          /attributes/subject  ! "int"                    ! attributes.subject                     ! must be an object that maps attribute names to types
          /attributes/subject/level ! "integer"           ! attributes.subject.level               ! the type must be string, int
          /attributes/subject/level ! null                ! attributes.subject.level               ! the type must be
          /attributes/subject/level ! 3                   ! attributes.subject.level               ! the type must be
          """)
  void isToldWithItsPlace(String pointer, String value, String place, String message) {
    new SampleManifest().with(pointer, value).assertFault(place, message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "3", "\"manifest\"", "true", "[1]"})
  void whatIsNoObjectIsNoManifest(String document) {
    assertThat(ManifestParser.parse(SampleManifest.json(document)).faults())
        .extracting(ManifestFault::toString)
        .containsExactly("manifest: must be an object");
  }

  @Test
  void lengthsHaveBounds() {
    new SampleManifest()
        .with("/app/name", text(201))
        .assertFault("app.name", "must be 1 to 200 characters long and not blank");
    new SampleManifest()
        .with("/app/type", text(65))
        .assertFault("app.type", "must be 1 to 64 characters long and not blank");
    new SampleManifest().with("/app/key", text(64)).assertFault("app.key", "1 to 63");
    new SampleManifest()
        .with("/auth/redirect_uris/0", "\"https://a.example/" + "a".repeat(2_000) + "\"")
        .assertFault("auth.redirect_uris[0]", "must be 1 to 2000 characters long and not blank");
    assertThat(
            new SampleManifest()
                .with("/app/name", text(200))
                .with("/app/type", text(64))
                .with("/app/key", text(63))
                .manifest()
                .app()
                .key())
        .hasSize(63);
  }

  @Test
  void aHundredRedirectUrisAreEnough() {
    SampleManifest sample = new SampleManifest();
    for (int i = 1; i <= 100; i++) {
      sample.with("/auth/redirect_uris/" + i, "\"https://a.example/" + i + "\"");
    }
    sample.assertFault("auth.redirect_uris", "must have at most 100 items, but has 101");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://a.example",
        "https://a.example:8443/path?x=1",
        "https://[2001:db8::1]/",
        "http://localhost/cb",
        "http://localhost:3000/cb",
        "http://127.0.0.1:3000/cb",
        "http://[::1]:3000/cb"
      })
  void redirectUrisAreHttpsOrLoopback(String uri) {
    assertThat(RedirectUris.isFit(uri)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://a.example/cb",
        "http://localhost.a.example/cb",
        "http://127.0.0.2/cb",
        "http://0.0.0.0/cb",
        "HTTPS://a.example/cb",
        "https:///cb",
        "https:cb",
        "//a.example/cb",
        "/cb",
        "cb",
        "https://",
        "https://a.example/#top",
        "https://a.example/#",
        "https://*.a.example/cb",
        "https://a.example/*",
        "https://user@a.example/cb",
        "https://user:secret@a.example/cb",
        "https://localhost@evil.example",
        "https://a.example:0/cb",
        "https://a.example:65536/cb",
        "https://a.example:port/cb",
        "https://a.example\\@evil.example",
        "https://a example/cb",
        "https://a.example/c b",
        "https://b\u00fccher.example/",
        "https://a.example/\u202e",
        "javascript:alert(1)",
        "com.example.app:/cb",
        "ftp://a.example/cb"
      })
  void otherRedirectUrisAreNot(String uri) {
    assertThat(RedirectUris.isFit(uri)).isFalse();
  }

  private static String text(int length) {
    return "\"" + "a".repeat(length) + "\"";
  }
}

package io.iamplane.catalog.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * ManifestFaults of the member {@code roles}. Columns: the changed member, its value, the reported
 * place, the message.
 */
class RoleFaultsTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiterString = " ! ",
      textBlock =
          """
          /roles                    ! {"key": "a"}            ! roles                     ! must be a list
          /roles                    ! true                    ! roles                     ! must be a list
          /roles/2                  ! "clerk"                 ! roles[2]                  ! must be an object
          /roles/2                  ! {"key": "a", "privileged": true} ! roles[2].privileged ! unknown field; allowed: includes
          /roles/1/key              ! -                       ! roles[1].key              ! is required
          /roles/1/key              ! 3                       ! roles[1].key              ! must be a string
          /roles/1/key              ! ""                      ! roles[1].key              ! must be 1 to 190
          /roles/1/key              ! "head keeper"           ! roles[1].key              ! segments of letters, digits, '_' and '-', separated by dots
          /roles/1/key              ! "keeper\\ud800"         ! roles[1].key              ! segments of letters, digits, '_' and '-', separated by dots
          /roles/1/key              ! "shop:keeper"           ! roles[1].key              ! 'shop' is not this application
          /roles/1/key              ! "iam:iam-admin"         ! roles[1].key              ! 'iam' is not this application
          /roles/1/key              ! "clerk"                 ! roles[1].key              ! 'warehouse:clerk' is already declared in roles[0]
          /roles/1/key              ! "warehouse:clerk"       ! roles[1].key              ! 'warehouse:clerk' is already declared in roles[0]
          /roles/0/label            ! 3                       ! roles[0].label            ! must be a string
          /roles/0/label            ! " "                     ! roles[0].label            ! must be 1 to 200 characters long and not blank
          /roles/0/label            ! "a\\u0007"              ! roles[0].label            ! control characters
          /roles/0/permissions      ! "stock.read"            ! roles[0].permissions      ! must be a list
          /roles/0/permissions      ! {"stock.read": true}    ! roles[0].permissions      ! must be a list
          /roles/0/permissions/1    ! 3                       ! roles[0].permissions[1]   ! must be a string
          /roles/0/permissions/1    ! {"key": "a"}            ! roles[0].permissions[1]   ! must be a string
          /roles/0/permissions/1    ! ""                      ! roles[0].permissions[1]   ! must be 1 to
          /roles/0/permissions/1    ! "stock.write"           ! roles[0].permissions[1]   ! 'warehouse:stock.write' is not declared in 'permissions'
          /roles/0/permissions/1    ! "Stock.read"            ! roles[0].permissions[1]   ! 'warehouse:Stock.read' is not declared in 'permissions'
          /roles/0/permissions/1    ! "shop:order.read"       ! roles[0].permissions[1]   ! 'shop' is not this application
          /roles/0/permissions/1    ! "shop:*"                ! roles[0].permissions[1]   ! 'shop' is not this application
          /roles/0/permissions/1    ! "*:*"                   ! roles[0].permissions[1]   ! '*' is not this application
          /roles/0/permissions/1    ! "iam:*"                 ! roles[0].permissions[1]   ! 'iam' is not this application
          /roles/0/permissions/1    ! "*.read"                ! roles[0].permissions[1]   ! whole segments at the end
          /roles/0/permissions/1    ! "stock*"                ! roles[0].permissions[1]   ! whole segments at the end
          /roles/0/permissions/1    ! "stock.*.read"          ! roles[0].permissions[1]   ! whole segments at the end
          /roles/0/permissions/1    ! "stock.**"              ! roles[0].permissions[1]   ! whole segments at the end
          /roles/0/permissions/1    ! "st ock.*"              ! roles[0].permissions[1]   ! in segments joined by dots
          /roles/0/permissions/1    ! "stock read"            ! roles[0].permissions[1]   ! segments of letters, digits, '_' and '-', separated by dots
          /roles/0/includes         ! "keeper"                ! roles[0].includes         ! must be a list
          /roles/0/includes         ! [null]                  ! roles[0].includes[0]      ! must be a string
          /roles/0/includes         ! ["nobody"]              ! roles[0].includes[0]      ! 'warehouse:nobody' is not declared in 'roles'
          /roles/0/includes         ! ["stock.read"]          ! roles[0].includes[0]      ! 'warehouse:stock.read' is not declared in 'roles'
          /roles/0/includes         ! ["shop:clerk"]          ! roles[0].includes[0]      ! 'shop' is not this application
          /roles/0/includes         ! ["*"]                   ! roles[0].includes[0]      ! segments of letters, digits, '_' and '-', separated by dots
          /roles/0/includes         ! ["clerk"]               ! roles[0].includes[0]      ! must not form a cycle: warehouse:clerk includes warehouse:clerk
          /roles/0/includes         ! ["keeper"]              ! roles[1].includes[0]      ! must not form a cycle: warehouse:clerk includes warehouse:keeper includes warehouse:clerk
          /roles/0/is_privileged    ! "yes"                   ! roles[0].is_privileged    ! must be true or false
          /roles/0/is_privileged    ! 1                       ! roles[0].is_privileged    ! must be true or false
          /roles/0/self_requestable ! "true"                  ! roles[0].self_requestable ! must be true or false
          /roles/0/self_requestable ! []                      ! roles[0].self_requestable ! must be true or false
          /roles/0/request          ! "owner"                 ! roles[0].request          ! must be an object
          /roles/0/request          ! ["owner"]               ! roles[0].request          ! must be an object
          /roles/0/request          ! {"a": "\\u0000"}        ! roles[0].request.a        ! U+0000
          /roles/0/request          ! {"a": ["\\udfff"]}      ! roles[0].request.a[0]     ! half a surrogate pair
          /roles/0/request          ! {"a": {"\\ud800": 1}}   ! roles[0].request.a.\\uD800 ! the name must not contain half a surrogate pair
          /roles/0/request          ! {"a": 9007199254740993} ! roles[0].request.a        ! must be 0 or a number with
          /roles/0/request          ! {"a": -9007199254740992} ! roles[0].request.a       ! must be 0 or a number with
          /roles/0/request          ! {"a": 99999999999999999999999} ! roles[0].request.a ! must be 0 or a number with
          /roles/0/request          ! {"a": 1e400}            ! roles[0].request.a        ! must be 0 or a number with
          /roles/0/request          ! {"a": [1e-16]}          ! roles[0].request.a[0]     ! must be 0 or a number with
          """)
  void isToldWithItsPlace(String pointer, String value, String place, String message) {
    new SampleManifest().with(pointer, value).assertFault(place, message);
  }

  @Test
  void aCircleOfThreeIsNamedOnceAndItsBystandersAreNot() {
    new SampleManifest()
        .with(
            "/roles",
            """
            [{"key": "boss", "includes": ["a"]},
             {"key": "a", "includes": ["b"]},
             {"key": "b", "includes": ["leaf", "warehouse:c"]},
             {"key": "c", "includes": ["a"]},
             {"key": "leaf"}]
            """)
        .assertFault(
            "roles[3].includes[0]",
            "must not form a cycle: warehouse:a includes warehouse:b includes warehouse:c includes"
                + " warehouse:a");
  }

  @Test
  void everyCircleIsTold() {
    assertThat(
            new SampleManifest()
                .with(
                    "/roles",
                    """
                    [{"key": "a", "includes": ["b"]}, {"key": "b", "includes": ["a"]},
                     {"key": "c", "includes": ["d", "c"]}, {"key": "d", "includes": ["c"]}]
                    """)
                .parse()
                .faults())
        .extracting(ManifestFault::place)
        .containsExactly("roles[1].includes[0]", "roles[3].includes[0]", "roles[2].includes[1]");
  }

  @Test
  void aLongCircleIsToldInPart() {
    SampleManifest sample = new SampleManifest();
    chain(sample, 30);
    sample.with("/roles/0/includes", "[\"r29\"]");

    assertThat(sample.parse().faults())
        .filteredOn(fault -> fault.message().contains("cycle"))
        .singleElement()
        .satisfies(fault -> assertThat(fault.message()).endsWith(" includes ..."));
  }

  @Test
  void sixteenLevelsOfInclusionAreEnough() {
    SampleManifest sample = new SampleManifest();
    chain(sample, 17);
    assertThat(sample.parse().faults()).isEmpty();

    chain(sample, 19);
    assertThat(sample.parse().faults())
        .extracting(ManifestFault::toString)
        .containsExactly(
            "roles[17].includes: must not be more than 16 levels deep; the current depth is 17",
            "roles[18].includes: must not be more than 16 levels deep; the current depth is 18");
  }

  @Test
  void aWideDiamondIsNotDeep() {
    new SampleManifest()
        .with(
            "/roles",
            """
            [{"key": "top", "includes": ["l", "m", "r"]}, {"key": "l", "includes": ["base"]},
             {"key": "m", "includes": ["base"]}, {"key": "r", "includes": ["base"]},
             {"key": "base"}]
            """)
        .manifest();
  }

  @Test
  void aPatternMayNameNothingYet() {
    assertThat(
            new SampleManifest()
                .with("/roles/0/permissions", "[\"report.*\", \"warehouse:*\", \"*\"]")
                .manifest()
                .roles()
                .getFirst()
                .permissions())
        .isEqualTo(List.of("warehouse:*", "warehouse:report.*"));
  }

  @Test
  void countsHaveBounds() {
    SampleManifest sample = new SampleManifest();
    chain(sample, 1);
    for (int i = 1; i < 1_000; i++) {
      sample.with("/roles/" + i, "{\"key\":\"r" + i + "\"}");
    }
    assertThat(sample.manifest().roles()).hasSize(1_000);
    sample.with("/roles/1000", "{\"key\":\"r1000\"}");
    sample.assertFault("roles", "must have at most 1000 items, but has 1001");

    SampleManifest wide = new SampleManifest();
    for (int i = 1; i < 500; i++) {
      wide.with("/roles/0/permissions/" + i, "\"x" + i + ".*\"");
    }
    assertThat(wide.manifest().roles().getFirst().permissions()).hasSize(500);
    wide.with("/roles/0/permissions/500", "\"stock.read\"");
    wide.assertFault("roles[0].permissions", "must have at most 500 items, but has 501");
  }

  @Test
  void whenPermissionsCannotBeReadRolesAreNotBlamed() {
    new SampleManifest().with("/permissions", "{}").assertFault("permissions", "must be a list");
  }

  /** Roles {@code r0}, {@code r1} and so on, each including the one before it. */
  private static void chain(SampleManifest sample, int length) {
    sample.with("/roles", "[{\"key\":\"r0\"}]");
    for (int i = 1; i < length; i++) {
      sample.with("/roles/" + i, "{\"key\":\"r%d\",\"includes\":[\"r%d\"]}".formatted(i, i - 1));
    }
  }
}

package io.iamplane.catalog.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.Aal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * ManifestFaults of the member {@code permissions}. Columns: the changed member, its value, the
 * reported place, the message.
 */
class PermissionFaultsTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiterString = " ! ",
      textBlock =
          """
          /permissions                 ! {"key": "a"}             ! permissions                     ! must be a list
          /permissions                 ! "stock.read"             ! permissions                     ! must be a list
          /permissions/3               ! "stock.count"            ! permissions[3]                  ! must be an object
          /permissions/3               ! {"key": "a", "aal": 1}   ! permissions[3].aal              ! unknown field; allowed: action
          /permissions/1/key           ! 3                        ! permissions[1].key              ! must be a string
          /permissions/1/key           ! -                        ! permissions[1].key              ! is required
          /permissions/1/key           ! null                     ! permissions[1].key              ! is required
          /permissions/1/key           ! ""                       ! permissions[1].key              ! must be 1 to 190 characters long
          /permissions/1/key           ! "stock adjust"           ! permissions[1].key              ! segments of letters, digits, '_' and '-', separated by dots
          /permissions/1/key           ! "stock..adjust"          ! permissions[1].key              ! segments of letters, digits, '_' and '-', separated by dots
          /permissions/1/key           ! ".adjust"                ! permissions[1].key              ! segments of letters, digits, '_' and '-', separated by dots
          /permissions/1/key           ! "stock/adjust"           ! permissions[1].key              ! segments of letters, digits, '_' and '-', separated by dots
          /permissions/1/key           ! "stock.*"                ! permissions[1].key              ! segments of letters, digits, '_' and '-', separated by dots
          /permissions/1/key           ! "st\\u00f6ck"            ! permissions[1].key              ! segments of letters, digits, '_' and '-', separated by dots
          /permissions/1/key           ! "stock\\u0000"           ! permissions[1].key              ! segments of letters, digits, '_' and '-', separated by dots
          /permissions/1/key           ! "stock\\ud83d"           ! permissions[1].key              ! segments of letters, digits, '_' and '-', separated by dots
          /permissions/1/key           ! "warehouse:"             ! permissions[1].key              ! segments of letters, digits, '_' and '-', separated by dots
          /permissions/1/key           ! "warehouse:a:b"          ! permissions[1].key              ! segments of letters, digits, '_' and '-', separated by dots
          /permissions/1/key           ! "shop:stock.adjust"      ! permissions[1].key              ! 'shop' is not this application; use a key without a prefix or with the prefix 'warehouse:'
          /permissions/1/key           ! ":stock.adjust"          ! permissions[1].key              ! '' is not this application
          /permissions/1/key           ! "Warehouse:stock.adjust" ! permissions[1].key              ! 'Warehouse' is not this application
          /permissions/1/key           ! "stock.read"             ! permissions[1].key              ! 'warehouse:stock.read' is already declared in permissions[0]
          /permissions/1/key           ! "warehouse:stock.read"   ! permissions[1].key              ! 'warehouse:stock.read' is already declared in permissions[0]
          /permissions/0/label         ! 1                        ! permissions[0].label            ! must be a string
          /permissions/0/label         ! ""                       ! permissions[0].label            ! must be 1 to 200 characters long and not blank
          /permissions/0/label         ! "a\\tb"                  ! permissions[0].label            ! control characters
          /permissions/0/description   ! false                    ! permissions[0].description      ! must be a string
          /permissions/0/description   ! "a\\u001b[2Jb"           ! permissions[0].description      ! control characters
          /permissions/0/description   ! "\\n"                    ! permissions[0].description      ! must be 1 to 1000 characters long and not blank
          /permissions/2/resource      ! 3                        ! permissions[2].resource         ! must be a string
          /permissions/0/resource      ! "a:b"                    ! permissions[0].resource         ! must be the name of a type
          /permissions/0/resource      ! ""                       ! permissions[0].resource         ! must be the name of a type
          /permissions/0/resource      ! "a.b"                    ! permissions[0].resource         ! must be the name of a type
          /permissions/0/action        ! ["open"]                 ! permissions[0].action           ! must be a string
          /permissions/0/action        ! "to open"                ! permissions[0].action           ! must be 1 to 64 characters long
          /permissions/0/action        ! ""                       ! permissions[0].action           ! must be 1 to 64 characters long
          /permissions/3               ! {"key": "a", "resource": "document", "action": "open"} ! permissions[3].action ! 'open' on 'document' is already declared in permissions[2]
          /permissions/2/relation      ! {}                       ! permissions[2].relation         ! must be a string
          /permissions/2/relation      ! "parent->viewer"         ! permissions[2].relation         ! must be the name of a relation or permission
          /permissions/2/relation      ! "can_close"              ! permissions[2].relation         ! type 'document' has no relation or permission 'can_close'
          /permissions/2/relation      ! "viewer"                 ! permissions[2].relation         ! type 'document' has no relation or permission 'viewer'
          /permissions/2/resource      ! -                        ! permissions[2].relation         ! must be used together with 'resource'
          /permissions/2/resource      ! "paper"                  ! permissions[2].relation         ! type 'paper' is not declared in 'types'
          /types                       ! -                        ! permissions[2].relation         ! type 'document' is not declared in 'types'
          /permissions/3               ! {"key": "a", "resource": "group", "relation": "member"} ! permissions[3].relation ! type 'group' is not declared in 'types'
          /permissions/0/risk          ! "severe"                 ! permissions[0].risk             ! must be one of low, medium, high, critical
          /permissions/0/risk          ! 3                        ! permissions[0].risk             ! must be a string
          /permissions/0/required_aal  ! "aal4"                   ! permissions[0].required_aal     ! must be one of aal1, aal2, aal3
          /permissions/0/required_aal  ! 2                        ! permissions[0].required_aal     ! must be a string
          /permissions/0/required_aal  ! "AAL2"                   ! permissions[0].required_aal     ! must be one of aal1, aal2, aal3
          /permissions/0/requires_step_up  ! "true"               ! permissions[0].requires_step_up ! must be true or false
          /permissions/0/requires_step_up  ! 1                    ! permissions[0].requires_step_up ! must be true or false
          /permissions/1/requires_step_up  ! false                ! permissions[1].requires_step_up ! must agree with 'required_aal'
          /permissions/3 ! {"key": "a", "requires_step_up": true, "required_aal": "aal1"}  ! permissions[3].requires_step_up ! must agree with 'required_aal'
          /permissions/3 ! {"key": "a", "requires_step_up": false, "required_aal": "aal3"} ! permissions[3].requires_step_up ! must agree with 'required_aal'
          """)
  void isToldWithItsPlace(String pointer, String value, String place, String message) {
    new SampleManifest().with(pointer, value).assertFault(place, message);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiterString = " ! ",
      textBlock =
          """
          {"key": "a"}                                                  ! AAL1
          {"key": "a", "requires_step_up": null, "required_aal": null}  ! AAL1
          {"key": "a", "requires_step_up": false}                       ! AAL1
          {"key": "a", "requires_step_up": true}                        ! AAL2
          {"key": "a", "required_aal": "aal3"}                          ! AAL3
          {"key": "a", "required_aal": "aal1", "requires_step_up": false} ! AAL1
          {"key": "a", "required_aal": "aal2", "requires_step_up": true}  ! AAL2
          {"key": "a", "required_aal": "aal3", "requires_step_up": true}  ! AAL3
          """)
  void stepUpIsAnotherWordForAal2(String permission, Aal required) {
    assertThat(new SampleManifest().with("/permissions/3", permission).manifest().permissions())
        .filteredOn(each -> each.key().equals("warehouse:a"))
        .singleElement()
        .satisfies(each -> assertThat(each.requiredAal()).isEqualTo(required));
  }

  @Test
  void theSameActionOnAnotherResourceOrOnNoneIsNotAmbiguous() {
    assertThat(
            new SampleManifest()
                .with(
                    "/permissions/3", "{\"key\":\"a\",\"resource\":\"folder\",\"action\":\"open\"}")
                .with("/permissions/4", "{\"key\":\"b\",\"action\":\"open\"}")
                .with("/permissions/5", "{\"key\":\"c\",\"action\":\"open\"}")
                .with(
                    "/permissions/6",
                    "{\"key\":\"d\",\"resource\":\"document\",\"action\":\"Open\"}")
                .parse()
                .faults())
        .isEmpty();
  }

  @Test
  void aResourceNeedsNoTypeUnlessARelationIsNamed() {
    assertThat(
            new SampleManifest()
                .with("/permissions/0/resource", "\"invoice\"")
                .with("/permissions/0/action", "\"invoice.view-any\"")
                .parse()
                .faults())
        .isEmpty();
  }

  @Test
  void faultsOfTheModelAreNotRepeatedForWhatIsBoundToIt() {
    new SampleManifest()
        .with("/types/folder/relations/viewer", "\"usr\"")
        .assertFault("types.folder.relations.viewer:1:1", "there is no type 'usr'");
  }

  @Test
  void faultsOfTheApplicationsKeyAreNotRepeatedForEveryKey() {
    new SampleManifest()
        .with("/app/key", "\"Ware House\"")
        .with("/permissions/0/key", "\"warehouse:stock.read\"")
        .with("/roles/1/permissions", "[\"warehouse:stock.*\", \"*\"]")
        .assertFault("app.key", "lower-case");
  }

  @Test
  void lengthsHaveBounds() {
    new SampleManifest()
        .with("/permissions/0/label", text(201))
        .assertFault("permissions[0].label", "1 to 200");
    new SampleManifest()
        .with("/permissions/0/description", text(1_001))
        .assertFault("permissions[0].description", "1 to 1000");
    new SampleManifest()
        .with("/permissions/1/key", text(191))
        .assertFault("permissions[1].key", "1 to 190");
    new SampleManifest()
        .with("/permissions/0/resource", text(65))
        .assertFault("permissions[0].resource", "at most 64");
    new SampleManifest()
        .with("/permissions/0/action", text(65))
        .assertFault("permissions[0].action", "1 to 64");
    assertThat(
            new SampleManifest()
                .with("/permissions/1/key", text(190))
                .with("/permissions/0/label", text(200))
                .with("/permissions/0/description", "\"" + "a\\n".repeat(500) + "\"")
                .with("/permissions/0/resource", text(64))
                .with("/permissions/0/action", text(64))
                .parse()
                .faults())
        .isEmpty();
  }

  @Test
  void twoThousandPermissionsAreEnough() {
    SampleManifest sample = new SampleManifest();
    for (int i = 3; i < 2_000; i++) {
      sample.with("/permissions/" + i, "{\"key\":\"p" + i + "\"}");
    }
    assertThat(sample.manifest().permissions()).hasSize(2_000);
    sample.with("/permissions/2000", "{\"key\":\"p2000\"}");
    sample.assertFault("permissions", "must have at most 2000 items, but has 2001");
  }

  private static String text(int length) {
    return "\"" + "a".repeat(length) + "\"";
  }
}

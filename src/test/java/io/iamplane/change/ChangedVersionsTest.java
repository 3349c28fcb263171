package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.OrganizationId;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangedVersionsTest {

  /** PostgreSQL refuses a longer text. */
  private static final int MOST_BYTES = 7_999;

  private static final long LARGE = 999_999_999_999_999_999L;

  @Test
  void manyTenantsTakeSeveralTextsOfABoundedLength() {
    Map<OrganizationId, Long> versions = new HashMap<>();
    for (int i = 0; i < 1_000; i++) {
      versions.put(OrganizationId.next(), LARGE - i);
    }
    Map<OrganizationId, Long> heard = new HashMap<>();
    for (String text : ChangedVersions.texts(versions, ChangeNotifier.TENANTS_AT_A_TIME)) {
      assertThat(text.length()).isLessThanOrEqualTo(MOST_BYTES);
      heard.putAll(ChangedVersions.read(text));
    }
    assertThat(heard).isEqualTo(versions);
  }

  @Test
  void nothingNeedsNoText() {
    assertThat(ChangedVersions.texts(Map.of(), 10)).isEmpty();
  }

  /** The empty text is the payload of older versions of the program. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "@",
        ",,",
        "hello",
        "0191a2b3-0000-7000-8000-000000000001@",
        "0191a2b3-0000-7000-8000-000000000001@x",
        "0191a2b3-0000-7000-8000-000000000001@-1",
        "0191a2b3-0000-7000-8000-000000000001@99999999999999999999",
        "not-an-id@1",
        ""
      })
  void whatCannotBeReadSaysNothing(String text) {
    assertThat(ChangedVersions.read(text)).isEmpty();
  }
}

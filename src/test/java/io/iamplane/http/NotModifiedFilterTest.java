package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NotModifiedFilterTest {

  private static final String TAG = "\"7\"";

  @ParameterizedTest
  @ValueSource(
      strings = {"\"7\"", "W/\"7\"", "*", " * ", "\"1\", \"7\"", "\"a,b\" , W/\"7\"", ",\"7\""})
  void tagsAreComparedWeakly(String header) {
    assertThat(NotModifiedFilter.matches(List.of(header), TAG)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ",", "7", "\"8\"", "w/\"7\"", "\"77\"", "\"7", "x \"7\"", "\"*\"", "*, \"8\""})
  void othersDoNotMatch(String header) {
    assertThat(NotModifiedFilter.matches(List.of(header), TAG)).isFalse();
  }

  @Test
  void severalLinesAreOneList() {
    assertThat(NotModifiedFilter.matches(List.of("\"1\"", "\"7\""), TAG)).isTrue();
    assertThat(NotModifiedFilter.matches(List.of(), TAG)).isFalse();
    assertThat(NotModifiedFilter.matches(null, TAG)).isFalse();
  }
}

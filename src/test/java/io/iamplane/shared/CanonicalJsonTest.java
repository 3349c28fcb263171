package io.iamplane.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalJsonTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"b\":1,\"a\":2}|{\"a\":2,\"b\":1}",
        "{ \"a\" : [ 1.0 , 1e2 , 0.10 ] }|{\"a\":[1,100,0.1]}",
        "[\"\\u00e4\\u000a\\/\"]|[\"ä\\n/\"]",
        "{\"€\":1,\"\\r\":2,\"1\":3}|{\"\\r\":2,\"1\":3,\"€\":1}",
        "[true,false,null]|[true,false,null]"
      })
  void oneValueHasOneText(String json, String canonical) {
    assertThat(CanonicalJson.of(json)).isEqualTo(canonical);
    assertThat(CanonicalJson.of(canonical)).isEqualTo(canonical);
  }

  @Test
  void membersAreSortedByUtf16UnitsAtEveryDepth() {
    assertThat(CanonicalJson.of("{\"z\":{\"b\":[{\"d\":1,\"c\":2}],\"a\":0}}"))
        .isEqualTo("{\"z\":{\"a\":0,\"b\":[{\"c\":2,\"d\":1}]}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{\"a\":1,\"a\":2}", "[NaN]", "[1e999]"})
  void whatIsNoJsonIsRefused(String text) {
    assertThatThrownBy(() -> CanonicalJson.of(text)).isInstanceOf(IllegalArgumentException.class);
  }
}

package io.iamplane.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BinaryNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.List;
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

  /** Numbers, texts and nesting at random are compared in {@code CanonicalFormTest}. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[9007199254740991,9007199254740993,-9223372036854775808,0.0,-0.0,1e21,1e-7,4.35]",
        "[123456789012345678901234567890,0.1000000000000000055511151231257827]",
        "[\"\\u0000\\u0007\\b\\t\\n\\f\\r\\u001f\\u007f\\u2028\\\"\\\\/\"]",
        "{\"\\ud83d\\ude02\":1,\"\\ufb33\":{},\"\":[],\"a\\u0000\":null}",
        "{\"a\":[{\"b\":[[]]},true,false]}"
      })
  void aValueHasTheTextOfItsJson(String json) throws Exception {
    JsonNode value =
        new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).readTree(json);
    assertThat(CanonicalJson.of(value)).isEqualTo(CanonicalJson.of(json));
    assertThat(CanonicalJson.of(new ObjectMapper().readTree(json)))
        .isEqualTo(CanonicalJson.of(json));
  }

  @Test
  void aLoneValueHasATextToo() {
    assertThat(CanonicalJson.of(TextNode.valueOf("a\"b"))).isEqualTo("\"a\\\"b\"");
    assertThat(CanonicalJson.of(BinaryNode.valueOf(new byte[] {1, 2}))).isEqualTo("\"AQI=\"");
  }

  @Test
  void aNumberThatIsNoDoubleIsRefused() {
    for (JsonNode value :
        List.of(DoubleNode.valueOf(Double.NaN), DecimalNode.valueOf(new BigDecimal("1e999")))) {
      assertThatThrownBy(() -> CanonicalJson.of(value))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{\"a\":1,\"a\":2}", "[NaN]", "[1e999]"})
  void whatIsNoJsonIsRefused(String text) {
    assertThatThrownBy(() -> CanonicalJson.of(text)).isInstanceOf(IllegalArgumentException.class);
  }
}

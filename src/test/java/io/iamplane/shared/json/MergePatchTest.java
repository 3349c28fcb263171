package io.iamplane.shared.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The cases of RFC 7396, appendix A, with objects as patches; the others are no resources. */
class MergePatchTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '!',
      textBlock =
          """
          {'a':'b'}         | {'a':'c'}                | {'a':'c'}
          {'a':'b'}         | {'b':'c'}                | {'a':'b','b':'c'}
          {'a':'b'}         | {'a':null}               | {}
          {'a':'b','b':'c'} | {'a':null}               | {'b':'c'}
          {'a':['b']}       | {'a':'c'}                | {'a':'c'}
          {'a':'c'}         | {'a':['b']}              | {'a':['b']}
          {'a':{'b':'c'}}   | {'a':{'b':'d','c':null}} | {'a':{'b':'d'}}
          {'a':[{'b':'c'}]} | {'a':[1]}                | {'a':[1]}
          {'e':null}        | {'a':1}                  | {'e':null,'a':1}
          [1,2]             | {'a':'b','c':null}       | {'a':'b'}
          {}                | {'a':{'bb':{'ccc':null}}} | {'a':{'bb':{}}}
          """)
  void objectsAreMergedAtEveryLevel(String target, String patch, String merged) throws Exception {
    assertThat(MergePatch.merge(json(target), (ObjectNode) json(patch))).isEqualTo(json(merged));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '!',
      textBlock =
          """
          {'a':'b','b':'c'} | {'a':null}               | {'b':'c'}
          {'a':{'b':'c'}}   | {'a':{'d':null}}         | {'a':{'d':null}}
          """)
  void otherPatchesReplaceTheFirstLevel(String target, String patch, String replaced)
      throws Exception {
    assertThat(MergePatch.replace(json(target), (ObjectNode) json(patch)))
        .isEqualTo(json(replaced));
  }

  @Test
  void neitherChangesItsArguments() throws Exception {
    JsonNode target = json("{'a':{'b':'c'}}");
    MergePatch.merge(target, (ObjectNode) json("{'a':{'b':null}}"));
    MergePatch.replace(target, (ObjectNode) json("{'a':null}"));
    assertThat(target).isEqualTo(json("{'a':{'b':'c'}}"));
  }

  private static JsonNode json(String text) throws Exception {
    return MAPPER.readTree(text.replace('\'', '"'));
  }
}

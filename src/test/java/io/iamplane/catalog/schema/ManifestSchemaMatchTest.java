package io.iamplane.catalog.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ManifestSchemaMatchTest {

  private final ManifestSchema schema = new ManifestSchema();

  @Test
  void itsTagWeakOrStrongAndAnyDo() {
    assertThat(schema.isAmong(List.of(schema.tag()))).isTrue();
    assertThat(schema.isAmong(List.of("W/" + schema.tag()))).isTrue();
    assertThat(schema.isAmong(List.of("\"a\"", "\"b\" , " + schema.tag()))).isTrue();
    assertThat(schema.isAmong(List.of("*"))).isTrue();
  }

  @Test
  void othersAndNoneDoNot() {
    assertThat(schema.isAmong(null)).isFalse();
    assertThat(schema.isAmong(List.of())).isFalse();
    assertThat(schema.isAmong(List.of(""))).isFalse();
    assertThat(schema.isAmong(List.of(","))).isFalse();
    assertThat(schema.isAmong(List.of("\"a\""))).isFalse();
    assertThat(schema.isAmong(List.of(schema.tag().replace("\"", "")))).isFalse();
    assertThat(schema.isAmong(List.of("w/" + schema.tag()))).isFalse();
  }

  @Test
  void theTextIsEachCallersOwn() {
    schema.text()[0] = 0;

    assertThat(schema.text()[0]).isEqualTo((byte) '{');
  }
}

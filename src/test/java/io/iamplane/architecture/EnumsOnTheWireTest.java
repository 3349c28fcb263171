package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.tngtech.archunit.core.domain.JavaClass;
import io.iamplane.http.openapi.WireNames;
import io.iamplane.shared.Aal;
import io.iamplane.shared.WireName;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.OASFactory;
import org.jboss.jandex.Index;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Enums are written in one way, by the mapper and in the OpenAPI document, without a word each. */
class EnumsOnTheWireTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  static Stream<Class<?>> enums() {
    return Rule.Application.CLASSES.stream()
        .filter(type -> type.isEnum() && type.isAssignableTo(WireName.class))
        .<Class<?>>map(JavaClass::reflect);
  }

  @ParameterizedTest
  @MethodSource("enums")
  void aConstantIsItsNameInLowerCase(Class<?> type) throws JsonProcessingException {
    for (Object constant : type.getEnumConstants()) {
      String name = ((Enum<?>) constant).name().toLowerCase(Locale.ROOT);
      assertThat(((WireName) constant).wire()).isEqualTo(name);
      assertThat(MAPPER.writeValueAsString(constant)).isEqualTo('"' + name + '"');
      assertThat((Object) MAPPER.readValue('"' + name + '"', type)).isSameAs(constant);
    }
  }

  @Test
  void theDocumentShowsThemSoAndOtherEnumsAsTheyAre() throws IOException {
    WireNames names = new WireNames(Index.of(Aal.class, Plain.class));
    assertThat(shown(names, "AAL1", "AAL2", "AAL3")).containsExactly("aal1", "aal2", "aal3");
    assertThat(shown(names, "AAL1", "AAL2")).containsExactly("AAL1", "AAL2");
    assertThat(shown(names, "ONE", "TWO")).containsExactly("ONE", "TWO");
    assertThat(names.filterSchema(OASFactory.createSchema()).getEnumeration()).isNull();
  }

  private static List<Object> shown(WireNames names, Object... constants) {
    return names
        .filterSchema(OASFactory.createSchema().enumeration(List.of(constants)))
        .getEnumeration();
  }

  private enum Plain {
    ONE,
    TWO
  }
}

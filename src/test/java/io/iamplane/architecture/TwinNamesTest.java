package io.iamplane.architecture;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** No two types have one simple name: a reader of an import list need not guess which is meant. */
class TwinNamesTest {

  @Test
  void everyTypeHasANameOfItsOwn() {
    assertThat(twins(Rule.Application.CLASSES)).isEmpty();
  }

  @Test
  void twoTypesOfOneNameAreReported() {
    assertThat(twins(List.of(read(java.util.Date.class), read(java.sql.Date.class))))
        .containsEntry("Date", List.of("java.sql.Date", "java.util.Date"));
  }

  private static JavaClass read(Class<?> type) {
    return new ClassFileImporter().importClass(type);
  }

  private static Map<String, List<String>> twins(Iterable<JavaClass> types) {
    Map<String, List<String>> named =
        StreamSupport.stream(types.spliterator(), false)
            .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
            .collect(
                groupingBy(
                    JavaClass::getSimpleName, TreeMap::new, mapping(JavaClass::getName, toList())));
    named.values().removeIf(names -> names.size() < 2);
    named.values().forEach(names -> names.sort(null));
    return named;
  }
}

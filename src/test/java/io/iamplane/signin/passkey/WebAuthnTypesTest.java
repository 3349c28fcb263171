package io.iamplane.signin.passkey;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.webauthn4j.WebAuthnManager;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The native executable has each class of the library that Jackson reads by reflection. */
class WebAuthnTypesTest {

  private static final String LIBRARY = WebAuthnManager.class.getPackageName();
  private static final List<String> ANNOTATIONS =
      List.of("com.fasterxml.jackson.annotation.", "tools.jackson.databind.annotation.");

  @Test
  void eachAnnotatedClassAndWhatItInheritsIsRegistered() {
    assertThat(WebAuthnTypes.class.getAnnotation(RegisterForReflection.class).classNames())
        .containsExactly(
            new ClassFileImporter()
                .importPackages(LIBRARY + ".data", LIBRARY + ".converter.jackson").stream()
                    .filter(WebAuthnTypesTest::isAnnotated)
                    .flatMap(WebAuthnTypesTest::withWhatItInherits)
                    .map(JavaClass::getName)
                    .filter(name -> name.startsWith(LIBRARY))
                    .distinct()
                    .sorted()
                    .toArray(String[]::new));
  }

  private static boolean isAnnotated(JavaClass type) {
    return Stream.of(
            Stream.of(type),
            type.getFields().stream(),
            type.getMethods().stream(),
            type.getConstructors().stream())
        .flatMap(each -> each)
        .flatMap(each -> each.getAnnotations().stream())
        .anyMatch(each -> ANNOTATIONS.stream().anyMatch(each.getRawType().getName()::startsWith));
  }

  private static Stream<JavaClass> withWhatItInherits(JavaClass type) {
    return Stream.of(
            Stream.of(type),
            type.getAllRawSuperclasses().stream(),
            type.getAllRawInterfaces().stream())
        .flatMap(each -> each);
  }
}

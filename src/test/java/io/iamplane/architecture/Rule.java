package io.iamplane.architecture;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.resolvers.SelectedClassResolverFromClasspath;
import io.iamplane.shared.ErrorCode;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Finds the violations of a class; empty if the class keeps the rule. */
@FunctionalInterface
interface Rule {

  String BASE = "io.iamplane";

  Stream<String> violations(JavaClass type);

  /** Finds the violations of the application. */
  default List<String> inApplication() {
    return in(Application.CLASSES);
  }

  /**
   * Finds the violations of fixtures that break the rule on purpose: proof that the rule can fail.
   */
  default List<String> inFixtures(Class<?>... fixtures) {
    return in(Application.read(importer -> importer.importClasses(fixtures)));
  }

  private List<String> in(JavaClasses classes) {
    return classes.stream().flatMap(this::violations).distinct().sorted().toList();
  }

  /** The application's own classes, read once; those of the tests are not among them. */
  final class Application {

    /** Foreign packages of which rules need more than the type's name. */
    private static final String[] WITH_TYPES = {
      "jakarta", "io.quarkus.hibernate.orm", "org.hibernate"
    };

    static final JavaClasses CLASSES =
        read(importer ->
            importer.importUrl(
                ErrorCode.class.getProtectionDomain().getCodeSource().getLocation()));

    private Application() {}

    static JavaClasses read(Function<ClassFileImporter, JavaClasses> from) {
      return ArchConfiguration.withThreadLocalScope(configuration -> {
        configuration.setClassResolver(SelectedClassResolverFromClasspath.class);
        configuration.setClassResolverArguments(WITH_TYPES);
        return from.apply(new ClassFileImporter());
      });
    }
  }
}

package io.iamplane.testing;

import static org.junit.platform.engine.TestExecutionResult.successful;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.constant.ClassDesc;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.DiscoveryFilter;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.EngineDiscoveryListener;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.OutputDirectoryCreator;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.discovery.UniqueIdSelector;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;
import org.junit.platform.launcher.LauncherDiscoveryRequest;

/**
 * Runs each of the three shares of the tests with the application in one go. Where several
 * processes run the tests, the build hands them class after class, and Quarkus would start for each
 * class by itself; a share is one class to the build, and to Quarkus all of those that are in it.
 */
public final class ApplicationShares implements TestEngine {

  private static final String FIRST = "io.iamplane.FirstShareTest";
  private static final String SECOND = "io.iamplane.SecondShareTest";
  private static final String THIRD = "io.iamplane.ThirdShareTest";

  /** Take about a third of the time. Every profile is here: it is an application of its own. */
  private static final List<String> OF_SECOND =
      List.of(
          "http.",
          "webhook.",
          "token.",
          "oauth.",
          "shared.trace.",
          "key.seal.vault.",
          "panel.",
          "signin.federation.SecondInstance",
          "signin.passkey.AttestationApi",
          "governance.simulation.",
          "decision.snapshot.LargeTenantStressDbTest",
          "change.OneAtATime",
          "change.TwoAtATime");

  /** Take another third, as far as they are not in the second share. */
  private static final List<String> OF_THIRD =
      List.of("signin.", "decision.", "governance.review.", "governance.request.", "ops.");

  private static final String ROOT = "io.iamplane.";

  /** The tags of tests to run, and of tests to leave out; each class to inspect costs time. */
  private static final String TAGS = "test.tags";

  private static final String TAGS_EXCLUDED = "test.tags.excluded";

  private static final Set<ClassDesc> TAGGING =
      Set.of(ClassDesc.of("org.junit.jupiter.api.Tag"), ClassDesc.of("org.junit.jupiter.api.Tags"));

  /** The tags that a run may be about. */
  private static final List<String> SETS = List.of("ci", "stress", "bench");

  /** An expression that this class can evaluate; any other one is left to JUnit. */
  private static final String ONE_OF_SOME = "\\w+( *[|,] *\\w+)*";

  /** Set in the processes that run tests; the build itself only asks for the list of tests. */
  private static final String RUNS_TESTS = "test.process";

  private final TestEngine jupiter =
      ServiceLoader.load(TestEngine.class, TestEngine.class.getClassLoader()).stream()
          .filter(each -> each.type() != ApplicationShares.class)
          .map(ServiceLoader.Provider::get)
          .filter(each -> each.getId().equals("junit-jupiter"))
          .findFirst()
          .orElseThrow();

  @Override
  public String getId() {
    return "application-shares";
  }

  /** The share that a test class with the application belongs to. */
  static String shareOf(String name) {
    return isOneOf(OF_SECOND, name) ? SECOND : isOneOf(OF_THIRD, name) ? THIRD : FIRST;
  }

  private static boolean isOneOf(List<String> beginnings, String name) {
    return beginnings.stream().anyMatch(each -> name.startsWith(ROOT + each));
  }

  /** By their names: to load them would start the application. */
  static List<String> classesWithApplication() {
    URI here = location();
    try (Stream<Path> files = Files.walk(Path.of(here))) {
      return files
          .map(file -> Path.of(here).relativize(file).toString())
          .filter(file -> file.endsWith("DbTest.class") || file.endsWith("ApiTest.class"))
          .map(file -> file.replace(".class", "").replace(File.separatorChar, '.'))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns true if a class has tests with the tags to run. JUnit decides for each test, but
   * Quarkus builds an application before for each profile of any class.
   */
  private static boolean mayRun(String name) {
    return mayRun(name, System.getProperty(TAGS, ""), System.getProperty(TAGS_EXCLUDED, ""));
  }

  static boolean mayRun(String name, String tags, String excluded) {
    List<ClassModel> models = lineage(name);
    List<String> ofAll = models.stream().flatMap(ApplicationShares::tags).toList();
    if (!Collections.disjoint(ofAll, words(excluded))) {
      return false;
    }
    List<String> wanted = words(tags);
    return wanted.isEmpty()
        || !tags.matches(ONE_OF_SOME)
        || ofAll.stream().anyMatch(wanted::contains)
        || models.stream()
            .flatMap(model -> model.methods().stream())
            .flatMap(ApplicationShares::tags)
            .anyMatch(wanted::contains);
  }

  /** A class and its own superclasses in the project, with inherited tests. */
  private static List<ClassModel> lineage(String name) {
    List<ClassModel> models = new ArrayList<>();
    for (String each = name; each.startsWith(ROOT); ) {
      ClassModel model = model(each);
      models.add(model);
      each = model.superclass().orElseThrow().asInternalName().replace('/', '.');
    }
    return models;
  }

  private static List<String> words(String tags) {
    return Stream.of(tags.split("\\W+")).filter(tag -> !tag.isEmpty()).toList();
  }

  /** Reads the compiled class without loading it. */
  private static ClassModel model(String name) {
    try {
      return ClassFile.of().parse(Path.of(location()).resolve(name.replace('.', '/') + ".class"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<String> tags(AttributedElement element) {
    return element.findAttribute(Attributes.runtimeVisibleAnnotations()).stream()
        .flatMap(attribute -> attribute.annotations().stream())
        .filter(annotation -> TAGGING.contains(annotation.classSymbol()))
        .flatMap(annotation -> annotation.elements().stream())
        .flatMap(member -> texts(member.value()));
  }

  /** One tag, or those of the annotation that the compiler puts around several. */
  private static Stream<String> texts(AnnotationValue value) {
    return switch (value) {
      case AnnotationValue.OfString text -> Stream.of(text.stringValue());
      case AnnotationValue.OfArray array ->
          array.values().stream().flatMap(ApplicationShares::texts);
      case AnnotationValue.OfAnnotation inner ->
          inner.annotation().elements().stream().flatMap(member -> texts(member.value()));
      default -> Stream.empty();
    };
  }

  private static URI location() {
    try {
      return ApplicationShares.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public TestDescriptor discover(EngineDiscoveryRequest request, UniqueId id) {
    List<String> shares =
        request.getSelectorsByType(ClassSelector.class).stream()
            .map(ClassSelector::getClassName)
            .filter(name -> List.of(FIRST, SECOND, THIRD).contains(name))
            .toList();
    if (shares.isEmpty()) {
      List<UniqueIdSelector> again = failedBefore(request, id);
      return again.isEmpty() ? new Empty(id) : jupiter.discover(new Instead(request, again), id);
    }
    if (System.getProperty(RUNS_TESTS) == null) {
      TestDescriptor promised = new Empty(id);
      Set<TestTag> tags = tagsThatRun(request, id);
      shares.forEach(share -> promised.addChild(new Promise(id, share, tags)));
      return promised;
    }
    ScannedDocument.make(shares.contains(SECOND));
    List<ClassSelector> classes =
        classesWithApplication().stream()
            .filter(name -> shares.contains(shareOf(name)))
            .filter(ApplicationShares::mayRun)
            .map(DiscoverySelectors::selectClass)
            .toList();
    return jupiter.discover(new Instead(request, classes), id);
  }

  /** Some tags of tests that run: without them JUnit would exclude the promise. */
  private static Set<TestTag> tagsThatRun(EngineDiscoveryRequest request, UniqueId id) {
    if (request instanceof LauncherDiscoveryRequest launched) {
      for (String tag : SETS) {
        Set<TestTag> tags = Set.of(TestTag.create(tag));
        if (launched.getPostDiscoveryFilters().stream()
            .allMatch(filter -> filter.apply(new Promise(id, tag, tags)).included())) {
          return tags;
        }
      }
    }
    return Set.of();
  }

  /** Single tests of a share, which the build asks for again where it may run one a second time. */
  private static List<UniqueIdSelector> failedBefore(EngineDiscoveryRequest request, UniqueId id) {
    return request.getSelectorsByType(UniqueIdSelector.class).stream()
        .filter(each -> each.getUniqueId().hasPrefix(id))
        .toList();
  }

  @Override
  public void execute(ExecutionRequest request) {
    TestDescriptor root = request.getRootTestDescriptor();
    if (root instanceof Empty) {
      request.getEngineExecutionListener().executionStarted(root);
      request.getEngineExecutionListener().executionFinished(root, successful());
    } else {
      jupiter.execute(request);
    }
  }

  /** Runs nothing. */
  private static final class Empty extends EngineDescriptor {

    Empty(UniqueId id) {
      super(id, "shares of the tests with the application");
    }
  }

  /** Stands for the tests of a share, which would start the application to be found. */
  private static final class Promise extends AbstractTestDescriptor {

    private final Set<TestTag> tags;

    Promise(UniqueId engine, String share, Set<TestTag> tags) {
      super(engine.append("share", share), share, ClassSource.from(share));
      this.tags = tags;
    }

    @Override
    public Set<TestTag> getTags() {
      return tags;
    }

    @Override
    public Type getType() {
      return Type.TEST;
    }
  }

  /** The request, with something else selected. */
  private record Instead(
      EngineDiscoveryRequest request, List<? extends DiscoverySelector> selectors)
      implements EngineDiscoveryRequest {

    @Override
    public <T extends DiscoverySelector> List<T> getSelectorsByType(Class<T> type) {
      return selectors.stream().filter(type::isInstance).map(type::cast).toList();
    }

    @Override
    public <T extends DiscoveryFilter<?>> List<T> getFiltersByType(Class<T> type) {
      return request.getFiltersByType(type);
    }

    @Override
    public ConfigurationParameters getConfigurationParameters() {
      return request.getConfigurationParameters();
    }

    @Override
    public EngineDiscoveryListener getDiscoveryListener() {
      return request.getDiscoveryListener();
    }

    @Override
    public OutputDirectoryCreator getOutputDirectoryCreator() {
      return request.getOutputDirectoryCreator();
    }
  }
}

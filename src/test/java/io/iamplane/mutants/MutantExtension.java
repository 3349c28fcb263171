package io.iamplane.mutants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/**
 * Repeats each test in the running application, once for each living mutant that it reaches. PIT
 * would start the application each time. Without {@code -Pmutants.application} the extension is
 * idle.
 */
public final class MutantExtension implements InvocationInterceptor, AfterAllCallback {

  private static final String ARC = "io.quarkus.arc.";
  private static final Path REPORT = Path.of("target", "mutants.csv");
  private static final Path CLASSES = Path.of("target", "classes");

  /** The beginning of the names of the classes with mutants; empty for none. */
  private static final String WOVEN =
      System.getProperty("mutants.woven", "").replace('.', '/').replace("*", "");

  /** Made by JUnit, for each test class where the build hands them over one by one. */
  public MutantExtension() {
    if (!WOVEN.isEmpty() && Mutants.isFirst()) {
      readReport();
      weave(ByteBuddyAgent.install());
    }
  }

  /** Weaves what is loaded from now on, and what JUnit loaded when it looked for tests. */
  private static void weave(Instrumentation code) {
    code.addTransformer(new Transformer(), true);
    for (Class<?> loaded : code.getAllLoadedClasses()) {
      if (loaded.getName().replace('.', '/').startsWith(WOVEN)) {
        try {
          code.retransformClasses(loaded);
        } catch (UnmodifiableClassException hidden) {
          System.err.println("no mutants of " + loaded + ": " + hidden);
        }
      }
    }
  }

  @Override
  public void interceptTestMethod(
      Invocation<@Nullable Void> test,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context)
      throws Throwable {
    tryMutants(test, context, () -> repeat(call, context));
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<@Nullable Void> test,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context)
      throws Throwable {
    interceptTestMethod(test, call, context);
  }

  @Override
  public void interceptDynamicTest(
      Invocation<@Nullable Void> test, DynamicTestInvocationContext call, ExtensionContext context)
      throws Throwable {
    tryMutants(test, context, () -> call.getExecutable().execute());
  }

  private static void tryMutants(
      Invocation<@Nullable Void> test, ExtensionContext context, TrialRun.Repetition repetition)
      throws Throwable {
    test.proceed();
    if (WOVEN.isEmpty()) {
      return;
    }
    String name = name(context);
    Mutants.forgetReached();
    long begun = System.nanoTime();
    try {
      repetition.run();
    } catch (Throwable spoiled) {
      System.out.println("mutants: a second run of " + name + " fails: " + spoiled);
      return;
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    for (Mutants.Reached mutant : Mutants.living()) {
      String outcome = Mutants.SURVIVED;
      if (mutant.differs() && new TrialRun(repetition, millis).fails(mutant.number())) {
        requireSound(repetition, mutant.name());
        outcome = name;
      }
      Mutants.record(mutant.name(), outcome);
    }
  }

  /** Ends a test whose application a mutant has harmed for good: its outcome is not recorded. */
  private static void requireSound(TrialRun.Repetition repetition, String mutant) {
    try {
      repetition.run();
    } catch (Throwable harmed) {
      throw new IllegalStateException("the test fails ever since the mutant " + mutant, harmed);
    }
  }

  private static String name(ExtensionContext test) {
    return test.getTestMethod()
        .map(method -> method.getDeclaringClass().getSimpleName() + "." + method.getName())
        .orElseGet(() -> name(test.getParent().orElseThrow()));
  }

  /** Runs a test once more, on an object of its own, with what runs before and after it. */
  private static void repeat(ReflectiveInvocationContext<Method> call, ExtensionContext context)
      throws Throwable {
    List<Object> objects = new ArrayList<>();
    for (Object each : context.getRequiredTestInstances().getAllInstances()) {
      objects.add(copy(each, objects));
    }
    try {
      for (Object each : objects) {
        invokeAll(BeforeEach.class, HierarchyTraversalMode.TOP_DOWN, each);
      }
      invoke(call.getExecutable(), objects.getLast(), call.getArguments().toArray());
    } finally {
      for (Object each : objects.reversed()) {
        invokeAll(AfterEach.class, HierarchyTraversalMode.BOTTOM_UP, each);
      }
    }
  }

  /** Returns a new test object, with what was injected into the first one. */
  private static Object copy(Object first, List<Object> around) throws Exception {
    Constructor<?> constructor = first.getClass().getDeclaredConstructors()[0];
    constructor.setAccessible(true);
    Object second = constructor.newInstance(around.reversed().stream().limit(1).toArray());
    for (Class<?> type = first.getClass(); type != Object.class; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getAnnotations().length > 0 && !Modifier.isStatic(field.getModifiers())) {
          field.setAccessible(true);
          field.set(second, injected(field, first));
        }
      }
    }
    return second;
  }

  /** Returns the injected bean; a dependent bean is created again, and so is a folder. */
  private static Object injected(Field field, Object test) throws Exception {
    if (field.isAnnotationPresent(TempDir.class)) {
      return Files.createTempDirectory(CLASSES.getParent(), "mutant-");
    }
    Class<?> type = field.getType();
    if (Stream.of(type.getAnnotations())
        .noneMatch(each -> each.annotationType().getSimpleName().equals("Dependent"))) {
      return field.get(test);
    }
    // By the loader of the test, in whose application the bean is.
    ClassLoader loader = type.getClassLoader();
    Object beans = loader.loadClass(ARC + "Arc").getMethod("container").invoke(null);
    Object bean =
        loader
            .loadClass(ARC + "ArcContainer")
            .getMethod("instance", Class.class, Annotation[].class)
            .invoke(beans, type, new Annotation[0]);
    return loader.loadClass(ARC + "InstanceHandle").getMethod("get").invoke(bean);
  }

  private static void invokeAll(
      Class<? extends Annotation> kind, HierarchyTraversalMode order, Object target)
      throws Throwable {
    for (Method each : AnnotationSupport.findAnnotatedMethods(target.getClass(), kind, order)) {
      invoke(each, target);
    }
  }

  private static void invoke(Method method, Object target, Object... arguments) throws Throwable {
    method.setAccessible(true);
    try {
      method.invoke(target, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  /** Writes all mutants with the tests that killed them, and prints how many there are. */
  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    if (WOVEN.isEmpty()) {
      return;
    }
    Map<String, String> outcomes = Mutants.outcomes();
    List<String> lines = new ArrayList<>();
    outcomes.forEach((mutant, outcome) -> lines.add(mutant + "," + outcome));
    Files.write(REPORT, lines);
    int notRun = Collections.frequency(outcomes.values(), Mutants.NOT_RUN);
    int survived = Collections.frequency(outcomes.values(), Mutants.SURVIVED);
    System.out.printf(
        "mutants: %d, killed %d, survived %d, not run by a test %d%n",
        lines.size(), lines.size() - survived - notRun, survived, notRun);
  }

  /** Reads the outcomes of an earlier run: a mutant that was killed stays so. */
  private static void readReport() {
    if (Files.notExists(REPORT)) {
      return;
    }
    try (Stream<String> lines = Files.lines(REPORT)) {
      lines.forEach(line -> {
        int end = line.lastIndexOf(',');
        Mutants.record(line.substring(0, end), line.substring(end + 1));
      });
    } catch (IOException unread) {
      throw new UncheckedIOException(unread);
    }
  }

  /** Weaves classes of the application when they are loaded. */
  private static final class Transformer implements ClassFileTransformer {

    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        String name,
        @Nullable Class<?> redefined,
        @Nullable ProtectionDomain domain,
        byte[] code) {
      if (loader == null
          || !name.startsWith(WOVEN)
          || Files.notExists(CLASSES.resolve(name + ".class"))) {
        return null;
      }
      try {
        return MutantWeaver.weave(code, loader);
      } catch (RuntimeException broken) {
        System.err.println("no mutants of " + name + ": " + broken);
        return null;
      }
    }
  }
}

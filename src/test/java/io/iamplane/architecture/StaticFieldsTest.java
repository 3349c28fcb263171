package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import io.iamplane.architecture.fixtures.FrozenState;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ref.Cleaner;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.Channel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A native image runs the initialisers of our classes at build time and keeps the contents of their
 * static fields. State of one process must therefore not be in any of them, at any depth, nor an
 * object of a library that the native build initialises in the process that runs.
 */
class StaticFieldsTest {

  private static final String OURS = "io.iamplane.";
  private static final Duration LATELY = Duration.ofDays(1);
  private static final String RUN_TIME_OPTION = "--initialize-at-run-time=";
  private static final Set<String> AT_RUN_TIME = initialisedAtRunTime();

  private static final List<Class<?>> OF_ONE_PROCESS =
      List.of(
          InetAddress.class,
          Random.class,
          Thread.class,
          ExecutorService.class,
          FileDescriptor.class,
          Cleaner.class,
          Socket.class,
          ServerSocket.class,
          Channel.class,
          Process.class,
          InputStream.class,
          OutputStream.class);

  @Test
  void noStaticFieldHoldsWhatBelongsToOneProcess() {
    Set<String> atRunTime = ours();
    List<String> found = new ArrayList<>();
    for (JavaClass type : Rule.Application.CLASSES) {
      if (!atRunTime.contains(type.getName())) {
        found.addAll(frozen(type.getName()));
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void whatIsPlantedIsFound() {
    assertThat(frozen(FrozenState.class.getName()))
        .hasSize(5)
        .anyMatch(each -> each.startsWith("FrozenState.RANDOM holds java.security.SecureRandom"))
        .anyMatch(each -> each.startsWith("FrozenState.RANGES holds java.net.Inet4Address"))
        .anyMatch(each -> each.startsWith("FrozenState.THREADS holds java.lang.Thread"))
        .anyMatch(each -> each.startsWith("FrozenState.STARTED holds java.time.Instant"))
        .anyMatch(each -> each.startsWith("FrozenState.CLIENT holds com.nimbusds.oauth2."));
  }

  @Test
  void classesInitialisedAtRunTimeExist() {
    assertThat(ours()).isNotEmpty().allSatisfy(name -> assertThat(load(name)).isNotNull());
  }

  private static List<String> frozen(String name) {
    List<String> found = new ArrayList<>();
    for (Field field : load(name).getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
        ofOneProcess(value(field, null))
            .ifPresent(type ->
                found.add(
                    field.getDeclaringClass().getSimpleName()
                        + "."
                        + field.getName()
                        + " holds "
                        + type));
      }
    }
    return found;
  }

  /** The first thing of one process that an object reaches through ours and through containers. */
  private static Optional<String> ofOneProcess(Object root) {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Object> next = new ArrayDeque<>();
    push(next, root);
    while (!next.isEmpty()) {
      Object each = next.pop();
      if (!seen.add(each)) {
        continue;
      }
      if (OF_ONE_PROCESS.stream().anyMatch(type -> type.isInstance(each))
          || isReading(each)
          || isOfRunTime(each)) {
        return Optional.of(each.getClass().getName());
      }
      children(each).forEach(child -> push(next, child));
    }
    return Optional.empty();
  }

  /** A time that is about now was read from a clock, not written by a programmer. */
  private static boolean isReading(Object value) {
    return value instanceof Instant instant
        && Duration.between(instant, Instant.now()).abs().compareTo(LATELY) < 0;
  }

  /** An object of a class or package that the native build must not initialise. */
  private static boolean isOfRunTime(Object value) {
    String name = value.getClass().getName();
    return AT_RUN_TIME.stream().anyMatch(each -> name.equals(each) || name.startsWith(each + "."));
  }

  private static List<Object> children(Object value) {
    List<Object> children = new ArrayList<>();
    switch (value) {
      case Object[] array -> children.addAll(Arrays.asList(array));
      case Map<?, ?> map ->
          map.forEach((key, each) -> {
            children.add(key);
            children.add(each);
          });
      case Path path -> children.add(path.toString());
      case Iterable<?> list -> list.forEach(children::add);
      case Optional<?> optional -> optional.ifPresent(children::add);
      case AtomicReference<?> reference -> children.add(reference.get());
      default -> children.addAll(fields(value));
    }
    return children;
  }

  private static List<Object> fields(Object value) {
    List<Object> values = new ArrayList<>();
    for (Class<?> type = value.getClass();
        type != null && type.getName().startsWith(OURS);
        type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          values.add(value(field, value));
        }
      }
    }
    return values;
  }

  private static void push(Deque<Object> next, Object value) {
    if (value != null) {
      next.push(value);
    }
  }

  private static Object value(Field field, Object of) {
    try {
      field.setAccessible(true);
      return field.get(of);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Our classes that the native build is asked to initialise in the process that runs. */
  private static Set<String> ours() {
    return AT_RUN_TIME.stream()
        .filter(name -> name.startsWith(OURS))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Names of classes and packages that the native build initialises in the process that runs. */
  private static Set<String> initialisedAtRunTime() {
    try {
      return Files.readAllLines(Path.of("src/main/resources/application.properties")).stream()
          .filter(line -> line.startsWith("quarkus.native.additional-build-args="))
          .map(line -> line.replace("\\\\,", ";"))
          .flatMap(line -> Arrays.stream(line.split(",")))
          .flatMap(option -> Stream.of(option.split(RUN_TIME_OPTION)).skip(1))
          .flatMap(names -> Arrays.stream(names.split(";")))
          .collect(Collectors.toUnmodifiableSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.iamplane.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.restassured.response.ExtractableResponse;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.stream.Stream;
import org.hamcrest.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * An answer that finds its values by {@link PlainPath}, where REST Assured compiles a program for
 * each path (ADR 45). Whatever is not plain, and each expectation that is not met, goes to REST
 * Assured, which says so in its words.
 */
final class PlainAnswer {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final JsonNode root;
  private final Response answer;

  private PlainAnswer(JsonNode root, Response answer) {
    this.root = root;
    this.answer = answer;
  }

  /** The same answer, with a quick way to what plain paths lead to. */
  static Response of(Response answer, String body) {
    try {
      JsonNode root = MAPPER.readTree(body);
      return root == null || !root.isContainerNode()
          ? answer
          : (Response) new PlainAnswer(root, answer).proxy(answer);
    } catch (JsonProcessingException e) {
      return answer;
    }
  }

  private Object proxy(Object delegate) {
    Class<?>[] types =
        Stream.of(Response.class, ExtractableResponse.class, ValidatableResponse.class)
            .filter(type -> type.isInstance(delegate))
            .toArray(Class<?>[]::new);
    return Proxy.newProxyInstance(
        PlainAnswer.class.getClassLoader(),
        types,
        (proxy, method, arguments) -> call(proxy, delegate, method, arguments));
  }

  private @Nullable Object call(
      Object proxy, Object delegate, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (method.getName().equals("path") && arguments != null) {
      Optional<PlainPath.Found> found = found(arguments);
      if (found.isPresent()) {
        return found.get().value();
      }
    }
    if (delegate instanceof ValidatableResponse && isMet(method, arguments)) {
      return proxy;
    }
    Object result;
    try {
      result = method.invoke(delegate, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
    if (result == delegate) {
      return proxy;
    }
    return result == answer || result instanceof ValidatableResponse ? proxy(result) : result;
  }

  /** Arguments of {@code path(String, String...)}. */
  private Optional<PlainPath.Found> found(Object[] arguments) {
    return arguments.length == 2 && ((Object[]) arguments[1]).length == 0
        ? PlainPath.at(root, (String) arguments[0])
        : Optional.empty();
  }

  /** Returns true if the call is {@code body(path, matcher)} and the matcher takes the value. */
  private boolean isMet(Method method, Object @Nullable [] arguments) {
    return method.getName().equals("body")
        && arguments != null
        && arguments.length == 3
        && arguments[0] instanceof String path
        && arguments[1] instanceof Matcher<?> matcher
        && ((Object[]) arguments[2]).length == 0
        && PlainPath.at(root, path).filter(found -> matcher.matches(found.value())).isPresent();
  }
}

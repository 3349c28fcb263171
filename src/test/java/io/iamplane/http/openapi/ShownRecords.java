package io.iamplane.http.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.FieldInfo;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.Type;
import org.jspecify.annotations.Nullable;

/** The records that bodies are written from and read into, as the index of the build has them. */
final class ShownRecords {

  private static final DotName NULLABLE = DotName.createSimple("org.jspecify.annotations.Nullable");
  private static final DotName INCLUDE =
      DotName.createSimple("com.fasterxml.jackson.annotation.JsonInclude");
  private static final DotName PROPERTY =
      DotName.createSimple("com.fasterxml.jackson.annotation.JsonProperty");
  private static final DotName UNWRAPPED =
      DotName.createSimple("com.fasterxml.jackson.annotation.JsonUnwrapped");
  private static final DotName VALUE =
      DotName.createSimple("com.fasterxml.jackson.annotation.JsonValue");
  private static final DotName SCHEMA =
      DotName.createSimple("org.eclipse.microprofile.openapi.annotations.media.Schema");
  private static final DotName UUID = DotName.createSimple("java.util.UUID");

  private final IndexView index;
  private final List<ClassInfo> records;

  ShownRecords(IndexView index) {
    this.index = index;
    this.records =
        index.getKnownClasses().stream()
            .filter(each -> each.isRecord() && each.name().toString().startsWith("io.iamplane."))
            .toList();
  }

  /**
   * A component of a record in its JSON form.
   *
   * @param nullable true if the record may hold null there
   * @param mayBeAbsent true if an answer omits the member while it has no value
   */
  record Member(String name, Type type, boolean nullable, boolean mayBeAbsent) {}

  /** The record of a schema: of its name, but for a number or type arguments, and its members. */
  Optional<ClassInfo> of(String schema, Set<String> members) {
    String name = schema.replaceAll("\\d+$", "");
    return records.stream()
        .filter(each -> isNamed(each, name) && names(each).equals(members))
        .findFirst();
  }

  Optional<ClassInfo> of(Type type) {
    return records.stream().filter(each -> each.name().equals(type.name())).findFirst();
  }

  /** Returns true if it is written as the text of its only component, a UUID. */
  static boolean isId(ClassInfo type) {
    List<FieldInfo> fields = fields(type);
    return fields.size() == 1
        && fields.getFirst().type().name().equals(UUID)
        && type.methods().stream().anyMatch(method -> method.hasDeclaredAnnotation(VALUE));
  }

  List<Member> members(ClassInfo type) {
    List<Member> members = new ArrayList<>();
    for (FieldInfo field : fields(type)) {
      ClassInfo inner =
          field.hasDeclaredAnnotation(UNWRAPPED) ? index.getClassByName(field.type().name()) : null;
      if (inner == null) {
        members.add(member(type, field));
      } else {
        members.addAll(members(inner));
      }
    }
    return members;
  }

  private Set<String> names(ClassInfo type) {
    return members(type).stream().map(Member::name).collect(Collectors.toSet());
  }

  private static boolean isNamed(ClassInfo type, String name) {
    AnnotationInstance schema = type.declaredAnnotation(SCHEMA);
    boolean renamed = schema != null && schema.value("name") != null;
    String own = renamed ? schema.value("name").asString() : type.simpleName();
    return own.equals(name) || (!type.typeParameters().isEmpty() && name.startsWith(own));
  }

  private static Member member(ClassInfo type, FieldInfo field) {
    boolean nullable = field.type().hasAnnotation(NULLABLE);
    String inclusion = inclusion(field.declaredAnnotation(INCLUDE));
    if (inclusion == null) {
      inclusion = inclusion(type.declaredAnnotation(INCLUDE));
    }
    boolean absent = "NON_EMPTY".equals(inclusion) || ("NON_NULL".equals(inclusion) && nullable);
    return new Member(name(field), field.type(), nullable, absent);
  }

  private static @Nullable String inclusion(@Nullable AnnotationInstance include) {
    return include == null || include.value() == null ? null : include.value().asEnum();
  }

  /** Returns the mapper's name: the words of the component's name, joined by underscores. */
  private static String name(FieldInfo field) {
    AnnotationInstance named = field.declaredAnnotation(PROPERTY);
    return named != null && named.value() != null
        ? named.value().asString()
        : field.name().replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
  }

  private static List<FieldInfo> fields(ClassInfo type) {
    return type.fieldsInDeclarationOrder().stream()
        .filter(field -> type.recordComponent(field.name()) != null)
        .toList();
  }
}

package io.iamplane.http;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.http.problem.JsonFaults;
import io.iamplane.http.problem.ViolationFaults;
import io.iamplane.shared.json.MergePatch;
import io.iamplane.shared.wire.Patch;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Validator;
import java.util.Set;

/** A patch as JSON; the record's constraints hold afterwards: no required member can be cleared. */
@RegisterForReflection
final class PatchBody<T> implements Patch<T> {

  private final JavaType form;
  private final ObjectNode members;
  private final boolean merges;
  private final ObjectMapper mapper;
  private final Validator validator;

  /**
   * @param form the record of the members that may be changed
   * @param merges true if objects within members are merged, too (RFC 7396)
   */
  PatchBody(
      JavaType form, ObjectNode members, boolean merges, ObjectMapper mapper, Validator validator) {
    this.form = form;
    this.members = members;
    this.merges = merges;
    this.mapper = mapper;
    this.validator = validator;
  }

  /** Refuses unknown members and values of another type before anything is locked. */
  void requireReadable() {
    bind(members);
  }

  @Override
  public T onto(T present) {
    JsonNode before = mapper.valueToTree(present);
    T after =
        bind(merges ? MergePatch.merge(before, members) : MergePatch.replace(before, members));
    Set<ConstraintViolation<T>> violations = validator.validate(after);
    if (!violations.isEmpty()) {
      throw ViolationFaults.refusal(new ConstraintViolationException(violations));
    }
    return after;
  }

  @Override
  public boolean names(String member) {
    return members.has(member);
  }

  /** The form in which requests with the same idempotency key are compared. */
  @JsonValue
  ObjectNode compared() {
    return JsonNodeFactory.instance.objectNode().put("merges", merges).set("members", members);
  }

  private T bind(ObjectNode values) {
    try {
      return mapper.treeToValue(values, form);
    } catch (JsonProcessingException e) {
      throw JsonFaults.refusal(e);
    }
  }
}

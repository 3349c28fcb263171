package io.iamplane.grant;

import io.iamplane.catalog.application.Application;
import io.iamplane.change.Effect;
import io.iamplane.change.PolicyGuard;
import io.iamplane.change.Recording;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.condition.ConditionSyntaxException;
import io.iamplane.language.condition.Conditions;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a manifest with declared attributes that would make the condition of a present grant
 * invalid: saved conditions must always compile.
 */
@Singleton
public class GrantConditionGuard implements PolicyGuard {

  private final GrantQuery grants;

  GrantConditionGuard(GrantQuery grants) {
    this.grants = grants;
  }

  @Override
  public void check(Recording recording) {
    check(recording.organization(), recording.effects());
  }

  /**
   * Checks the conditions of present grants against some changes.
   *
   * @throws IamException CONFLICT naming the condition
   */
  public void check(OrganizationId organization, List<Effect> effects) {
    for (Effect effect : effects) {
      if (effect.before() instanceof Application before
          && effect.after() instanceof Application after
          && !before.attributes().equals(after.attributes())) {
        AttributeSchema schema = after.schema();
        grants.forEachConditionOf(
            organization, after.key(), grant -> requireCompiles(grant, schema));
      }
    }
  }

  private static void requireCompiles(Grant grant, AttributeSchema schema) {
    @Nullable String condition = grant.condition();
    try {
      Conditions.compile(Objects.requireNonNull(condition), schema);
    } catch (ConditionSyntaxException e) {
      throw IamException.conflict(
          ("The condition of grant %s is not valid for the declared attributes: line %d, column "
                  + "%d: %s")
              .formatted(grant.id(), e.line(), e.column(), e.reason()));
    }
  }
}

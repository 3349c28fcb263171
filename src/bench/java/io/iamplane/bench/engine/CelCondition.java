package io.iamplane.bench.engine;

import dev.cel.common.CelValidationException;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import io.iamplane.language.condition.Root;
import java.util.Map;

/** A condition as Google's implementation of CEL checks and evaluates it. */
final class CelCondition {

  private static final CelCompiler COMPILER = compiler();
  private static final CelRuntime RUNTIME = CelRuntimeFactory.plannerRuntimeBuilder().build();

  private final CelRuntime.Program program;

  CelCondition(String text) {
    try {
      program = RUNTIME.createProgram(COMPILER.compile(text).getAst());
    } catch (CelValidationException | CelEvaluationException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  /** Each root is a map of text to anything, as attributes that nothing declares. */
  private static CelCompiler compiler() {
    CelCompilerBuilder builder = CelCompilerFactory.standardCelCompilerBuilder();
    for (Root root : Root.values()) {
      builder.addVar(root.text(), MapType.create(SimpleType.STRING, SimpleType.DYN));
    }
    return builder.build();
  }

  boolean holds(Map<String, ?> roots) {
    try {
      return Boolean.TRUE.equals(program.eval(roots));
    } catch (CelEvaluationException e) {
      return false;
    }
  }
}

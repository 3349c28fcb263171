package io.iamplane.mutants;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Puts all mutants of a class into its code; at most one of them acts. The operators are those of
 * {@code -Pmutants}, as PIT defines them: conditionals, their bounds, arithmetic, increments, calls
 * without a result, and results of primitive types. There are none for floating point and shifts of
 * {@code long}, and none for results of type {@code Boolean}.
 */
final class MutantWeaver {

  private static final ClassDesc CODE = ClassDesc.of(MutantCode.class.getName());
  private static final ClassDesc OBJECT = ConstantDescs.CD_Object;
  private static final ClassDesc INT = ConstantDescs.CD_int;
  private static final ClassDesc LONG = ConstantDescs.CD_long;
  private static final ClassDesc BOOLEAN = ConstantDescs.CD_boolean;

  /** A log line that is missing hurts no test. */
  private static final Set<String> UNWATCHED = Set.of("org/jboss/logging/Logger");

  private MutantWeaver() {}

  static byte[] weave(byte[] original, ClassLoader loader) {
    ClassFile file =
        ClassFile.of(
            ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(loader)
                    .orElse(ClassHierarchyResolver.defaultResolver())));
    ClassModel type = file.parse(original);
    return file.transformClass(
        type,
        (building, element) -> {
          if (element instanceof MethodModel method && hasMutants(type, method)) {
            building.transformMethod(
                method,
                MethodTransform.transformingCode(
                    CodeTransform.ofStateful(() -> new MethodWeaver(type, method))));
          } else {
            building.with(element);
          }
        });
  }

  /**
   * Returns true for methods that are in the source, but for static initializers: they run once.
   */
  private static boolean hasMutants(ClassModel type, MethodModel method) {
    String name = method.methodName().stringValue();
    boolean lambda = name.startsWith("lambda$");
    boolean ofRecord =
        type.findAttribute(Attributes.record()).stream()
                .flatMap(header -> header.components().stream())
                .anyMatch(component ->
                    component.name().equalsString(name)
                        && method.methodTypeSymbol().parameterCount() == 0)
            || type.superclass()
                    .filter(each -> each.name().equalsString("java/lang/Record"))
                    .isPresent()
                && Set.of("equals", "hashCode", "toString").contains(name);
    return method.code().isPresent()
        && (lambda || !method.flags().has(AccessFlag.SYNTHETIC) && !name.startsWith("$"))
        && !name.equals("<clinit>")
        && !ofRecord;
  }

  /** One method. */
  private static final class MethodWeaver implements CodeTransform {

    private final String type;
    private final MethodModel method;
    private final Set<Label> targets = new HashSet<>();
    private int line;
    private int place;
    private CodeElement before = LineNumber.of(1);

    MethodWeaver(ClassModel type, MethodModel method) {
      this.type = type.thisClass().asInternalName().replace('/', '.');
      this.method = method;
      method.code().stream()
          .flatMap(code -> code.elementStream())
          .forEach(element -> {
            if (element instanceof BranchInstruction jump) {
              targets.add(jump.target());
            }
          });
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
      if (element instanceof LineNumber number) {
        line = number.line();
      }
      if (line == 0 || !replaced(code, element)) {
        code.with(element);
      }
      if (element instanceof Instruction
          || element instanceof LabelTarget label && targets.contains(label.label())) {
        before = element;
      }
    }

    private boolean replaced(CodeBuilder code, CodeElement element) {
      return switch (element) {
        case BranchInstruction jump -> jump(code, jump);
        case OperatorInstruction operator -> operator(code, operator);
        case IncrementInstruction increment -> increment(code, increment);
        case InvokeInstruction call -> call(code, call);
        case ReturnInstruction result -> result(code, result);
        default -> false;
      };
    }

    private boolean jump(CodeBuilder code, BranchInstruction jump) {
      Opcode opcode = jump.opcode();
      if (before instanceof FieldInstruction field
          && field.name().equalsString("$assertionsDisabled")) {
        return false;
      }
      switch (opcode) {
        case IFEQ, IFNE, IFLT, IFGE, IFGT, IFLE -> {
          code.iconst_0();
          compare(code, opcode.bytecode() - Opcode.IFEQ.bytecode() + Opcode.IF_ICMPEQ.bytecode());
        }
        case IF_ICMPEQ, IF_ICMPNE, IF_ICMPLT, IF_ICMPGE, IF_ICMPGT, IF_ICMPLE ->
            compare(code, opcode.bytecode());
        case IFNULL, IFNONNULL -> {
          code.aconst_null();
          same(code, opcode == Opcode.IFNULL);
        }
        case IF_ACMPEQ, IF_ACMPNE -> same(code, opcode == Opcode.IF_ACMPEQ);
        default -> {
          return false;
        }
      }
      code.ifne(jump.target());
      return true;
    }

    private void compare(CodeBuilder code, int opcode) {
      int number =
          opcode >= Opcode.IF_ICMPLT.bytecode() ? number("negated", "bound") : number("negated");
      code.loadConstant(opcode).loadConstant(number);
      ask(code, "compare", BOOLEAN, INT, INT, INT, INT);
    }

    private void same(CodeBuilder code, boolean same) {
      code.loadConstant(same ? 1 : 0).loadConstant(number("negated"));
      ask(code, "same", BOOLEAN, OBJECT, OBJECT, BOOLEAN, INT);
    }

    private boolean operator(CodeBuilder code, OperatorInstruction operator) {
      switch (operator.opcode()) {
        case IADD, ISUB, IMUL, IDIV, IREM, ISHL, ISHR, IUSHR, IAND, IOR, IXOR -> {
          code.loadConstant(operator.opcode().bytecode()).loadConstant(number("math"));
          ask(code, "math", INT, INT, INT, INT, INT);
        }
        case LADD, LSUB, LMUL, LDIV, LREM, LAND, LOR, LXOR -> {
          code.loadConstant(operator.opcode().bytecode()).loadConstant(number("math"));
          ask(code, "math", LONG, LONG, LONG, INT, INT);
        }
        default -> {
          return false;
        }
      }
      return true;
    }

    private boolean increment(CodeBuilder code, IncrementInstruction increment) {
      code.iload(increment.slot()).loadConstant(increment.constant());
      code.loadConstant(number("increment"));
      ask(code, "increment", INT, INT, INT, INT);
      code.istore(increment.slot());
      return true;
    }

    private boolean call(CodeBuilder code, InvokeInstruction call) {
      if (!call.typeSymbol().returnType().equals(ConstantDescs.CD_void)
          || call.opcode() == Opcode.INVOKESPECIAL
          || call.name().equalsString("addSuppressed")
          || UNWATCHED.contains(call.owner().asInternalName())) {
        return false;
      }
      Label left = code.newLabel();
      Label end = code.newLabel();
      code.loadConstant(number("left out"));
      ask(code, "skips", BOOLEAN, INT);
      code.ifne(left).with(call).goto_(end).labelBinding(left);
      for (ClassDesc each : call.typeSymbol().parameterList().reversed()) {
        if (TypeKind.from(each).slotSize() == 2) {
          code.pop2();
        } else {
          code.pop();
        }
      }
      if (call.opcode() != Opcode.INVOKESTATIC) {
        code.pop();
      }
      code.labelBinding(end);
      return true;
    }

    private boolean result(CodeBuilder code, ReturnInstruction result) {
      ClassDesc of = method.methodTypeSymbol().returnType();
      if (before instanceof ConstantInstruction constant && of.equals(BOOLEAN)) {
        boolean wasTrue = Integer.valueOf(1).equals(constant.constantValue());
        code.loadConstant(number(wasTrue ? "false" : "true"));
        ask(code, "constant", INT, INT, INT);
      } else if (of.equals(BOOLEAN)) {
        code.loadConstant(number("true", "false"));
        ask(code, "truth", INT, INT, INT);
      } else if (result.typeKind() == TypeKind.INT || result.typeKind() == TypeKind.LONG) {
        if (before instanceof ConstantInstruction constant
            && constant.constantValue() instanceof Number zero
            && zero.longValue() == 0) {
          return false;
        }
        ClassDesc kind = result.typeKind() == TypeKind.INT ? INT : LONG;
        code.loadConstant(number("zero"));
        ask(code, "zero", kind, kind, INT);
      } else {
        return false;
      }
      code.with(result);
      return true;
    }

    private void ask(CodeBuilder code, String name, ClassDesc result, ClassDesc... parameters) {
      code.invokestatic(CODE, name, MethodTypeDesc.of(result, parameters));
    }

    /** Numbers the mutants of the next place of this method. */
    private int number(String... changes) {
      place++;
      String name = method.methodName().stringValue();
      String at = "%s,%s,%d,%d,".formatted(type, name, line, place);
      return Mutants.number(Arrays.stream(changes).map(at::concat).toList());
    }
  }
}

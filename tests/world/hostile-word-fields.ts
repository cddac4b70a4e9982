import { TYPES } from "./files.ts";
import type { HostileFile } from "./hostile-files.ts";
import { docx, field, fieldCharacter, instruction } from "./word-files.ts";

const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const link = instruction(' HYPERLINK "file://host/x" ');
/** Text that Word adds to the instruction if it skips the separator before it. */
const SHOWN = "<w:r><w:t>EAUTO cmd</w:t></w:r>";
const dde = instruction(' DDEAUTO c:\\\\cmd.exe "/k calc" ');

/** Documents with a field that starts a program, loads something or leads to a file. */
export const hostileFields: readonly HostileFile[] = [
  ...[
    link,
    instruction(' HYPERLINK \\n "file://host/x" '),
    instruction(' HYPERLINK \\o "tip" "file://host/x" '),
    instruction(' HYPERLINK \\o "a \\" tip" \\t _top \\\\host\\x '),
    `${instruction(' HYPERLINK \\o "')}${field(instruction("PAGE"))}${instruction('" "file://host/x"')}`,
    `<w:ins>${instruction("HYPERLINK ")}${instruction("https://x/")}</w:ins>${instruction("file://host")}`,
  ].map(
    (contents) =>
      [
        `a link to a file in ${contents}`,
        docx({ body: field(contents) }),
        TYPES.docx,
        "a link to a file",
      ] as const,
  ),
  ...[
    dde,
    instruction("DD") + instruction("EAUTO cmd"),
    "<w:r><w:t>DDEAUTO cmd</w:t></w:r>",
    "<w:r><w:delInstrText>DDEAUTO cmd</w:delInstrText></w:r>",
    `${instruction("DD")}<w:del><w:r><w:delInstrText>x</w:delInstrText></w:r></w:del>${instruction("EAUTO cmd")}`,
    field(instruction("QUOTE DDEAUTO")) + instruction(" cmd"),
    `${instruction("D")}${field(instruction("QUOTE 68"))}${instruction("EAUTO cmd")}`,
    `${instruction("DD")}<w:fldSimple w:instr="SET a b"/>${instruction("EAUTO cmd")}`,
    `${instruction('IF 1 = 1 "')}${field(dde)}${instruction('" ')}`,
    instruction(' INCLUDEPICTURE "https://evil.example/x.png" \\d '),
    instruction(' HYPERLINK \\o "tip" "ms-msdt:/id PCWDiagnostic" '),
    `${instruction('HYPERLINK "')}${field(instruction("QUOTE 102 105 108 101 58"))}${instruction('"')}`,
  ].map(
    (contents) =>
      [
        `a field with ${contents}`,
        docx({ body: field(contents) }),
        TYPES.docx,
        "a template or other content",
      ] as const,
  ),
  [
    "a DDE field that never ends",
    docx({ body: fieldCharacter("begin") + dde }),
    TYPES.docx,
    "a template or other content",
  ],
  [
    "a DDE field in an equation",
    docx({ body: `<m:oMath>${field(dde).replaceAll("w:r>", "m:r>")}</m:oMath>` }),
    TYPES.docx,
    "a template or other content",
  ],
  [
    "a DDE field behind an attribute with a bracket",
    docx({ body: '<w:fldSimple w:x=">" w:instr="DDEAUTO cmd"/>' }),
    TYPES.docx,
    "a template or other content",
  ],
  [
    "a DDE field behind an attribute of another namespace",
    docx({ body: '<w:fldSimple x:instr="PAGE" w:instr="DDEAUTO cmd"/>' }),
    TYPES.docx,
    "a template or other content",
  ],
  ...[
    `<w:r><x:instrText>PAGE </x:instrText></w:r>${dde}`,
    `${instruction("DD")}<w:r><x:fldChar w:fldCharType="separate"/></w:r>${SHOWN}`,
    `${instruction("DD")}<w:r><w:fldChar x:fldCharType="separate"/></w:r>${SHOWN}`,
    `${instruction("DD")}<w:r><w:rPr><w:fldChar w:fldCharType="separate"/></w:rPr></w:r>${SHOWN}`,
    `${instruction("DD")}<w:r><w:rPr><w:instrText>x</w:instrText></w:rPr></w:r>${instruction("EAUTO cmd")}`,
    `${instruction("DD")}<w:r><x:x><w:instrText>x</w:instrText></x:x></w:r>${instruction("EAUTO cmd")}`,
    `${instruction("DD")}<x:x>${instruction("x")}</x:x>${instruction("EAUTO cmd")}`,
    `${instruction("DD")}<x:x>${fieldCharacter("begin")}</x:x>${instruction("EAUTO cmd")}`,
    `<w:p xmlns:x="${WORD}"/>${instruction("DD")}<x:r><x:fldChar x:fldCharType="separate"/></x:r>${SHOWN}`,
    `${instruction("PAGE")}${fieldCharacter("separate")}${dde}`,
    `<!-- ${fieldCharacter("separate")} -->${dde}`,
    ...["<![CDATA[DDEAUTO cmd]]>", "DD<!-- -->EAUTO cmd", "DD<?x?>EAUTO cmd", "<x:x/>DDEAUTO cmd"].map(
      instruction,
    ),
  ].map(
    (contents) =>
      [
        `a field that could be read in two ways: ${contents}`,
        docx({ body: field(contents) }),
        TYPES.docx,
        "cannot be checked",
      ] as const,
  ),
  [
    "a DDE field in a part without an extension",
    docx({ parts: [{ name: "word/main", contents: `<a xmlns:w="${WORD}">${field(dde)}</a>` }] }),
    TYPES.docx,
    "a template or other content",
  ],
];

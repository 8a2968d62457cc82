import { useState } from "react";
import { FieldError, FormError, TextField, SelectField } from "../../../../ui/field.tsx";
import { Button, IconButton } from "../../../../ui/button.tsx";
import { failureText } from "../../../../ui/connection.ts";
import { Icon } from "../../../../ui/icons.tsx";
import { ProgressBar } from "../../../../ui/progress-bar.tsx";
import { useForm } from "../../../../ui/use-form.ts";
import { api } from "../../../../access/session.ts";
import { DashboardIcon } from "../../../../ui/dashboard-icon.tsx";
import { sizeOf } from "../../uploads/pages/upload-words.ts";
import { UploadField } from "../../uploads/pages/upload-field.tsx";
import { useUploads } from "../../uploads/pages/use-uploads.ts";
import { type EditedLesson, type VideoInWork, refetchCurriculum } from "./curriculum-query.ts";
import { exactTime } from "../lesson-words.ts";
import { Switch } from "./curriculum-lesson-actions.tsx";

interface LessonVideoProps {
  readonly classId: string;
  readonly lesson: EditedLesson;
}

export function LessonVideo({ classId, lesson }: LessonVideoProps) {
  const { video } = lesson;
  const uploads = useUploads(
    { purpose: "video", classId, lessonId: lesson._id },
    () => void refetchCurriculum(),
  );
  return (
    <section className="stack is-close lesson-part" aria-labelledby="video-title">
      <h2 id="video-title" className="subheading is-small">
        Video
      </h2>
      {video && <VideoState video={video} />}
      <UploadField
        name="video"
        label={video ? "Upload another" : "Choose a video"}
        hint="MP4, MOV, WebM or MKV, up to 4 GB and 4 hours. You can pause and resume, even after reloading."
        accept="video/*,.mkv,.mov,.mp4,.webm"
        uploads={uploads}
      />
      {video && video.state !== "refused" && (
        <>
          <Poster classId={classId} lesson={lesson} video={video} />
          {video.hasSound && !video.hasNoSpeech && (
            <Captions classId={classId} lessonId={lesson._id} video={video} />
          )}
          {video.hasSound && <NoSpeech classId={classId} lesson={lesson} video={video} />}
        </>
      )}
    </section>
  );
}

function VideoState({ video }: { readonly video: VideoInWork }) {
  const { state, fileName, bytes, seconds, progress, refusalText } = video;
  const isPreparing = state === "uploaded" || state === "playable";
  return (
    <div className="stack is-dense">
      <p>
        <strong>{fileName}</strong> {sizeOf(bytes)}
        {seconds !== null && `, ${exactTime(Math.round(seconds))}`}
      </p>
      <p role="status" className={isPreparing ? undefined : "row success video-ready"}>
        {state === "uploaded" && "Preparing the video"}
        {state === "playable" && "Ready to watch. Preparing more sizes"}
        {isPreparing && <span aria-hidden="true">: {progress}%</span>}
        {state === "ready" && (
          <>
            <Icon name="check" />
            Ready to watch
          </>
        )}
      </p>
      {isPreparing && <ProgressBar label="Preparing the video" done={progress / 100} />}
      {state === "refused" && (
        <FieldError id={undefined} message={refusalText ?? "This video can’t be used. Upload another."} />
      )}
    </div>
  );
}

interface VideoPartProps extends LessonVideoProps {
  readonly video: VideoInWork;
}

function Poster({ classId, lesson, video: { posterAt, seconds } }: VideoPartProps) {
  const isWrong = (second: string): boolean =>
    !/^\d+(\.\d+)?$/.test(second.trim()) || (seconds !== null && Number(second) > seconds);
  const { form, errors, isBusy, failure } = useForm(
    ["posterAt"],
    (values) =>
      isWrong(values.posterAt)
        ? { posterAt: `Enter a second${seconds === null ? "" : ` from 0 to ${Math.floor(seconds)}`}` }
        : {},
    async (values) => {
      await api("PATCH /curriculum/{classId}/lesson/{id}/video", {
        params: { classId, id: lesson._id },
        body: { posterAt: Number(values.posterAt) },
      });
      await refetchCurriculum();
    },
  );
  return (
    <form {...form} className="cluster poster-form" key={posterAt ?? ""}>
      <TextField
        label="Thumbnail at (seconds)"
        name="posterAt"
        inputMode="decimal"
        autoComplete="off"
        hint="What students see before the video starts"
        defaultValue={posterAt ?? ""}
        error={errors.posterAt}
      />
      <Button type="submit" look="quiet" size="small" busy={isBusy && "Saving…"}>
        Use this frame{" "}
      </Button>
      <FormError>{failure}</FormError>
    </form>
  );
}

function NoSpeech({ classId, lesson, video }: VideoPartProps) {
  const [problem, setProblem] = useState<string>();
  const set = async (hasNoSpeech: boolean): Promise<void> => {
    setProblem(undefined);
    try {
      await api("PATCH /curriculum/{classId}/lesson/{id}/video", {
        params: { classId, id: lesson._id },
        body: { hasNoSpeech },
      });
    } catch (error) {
      setProblem(failureText(error));
    }
    await refetchCurriculum();
  };
  return (
    <>
      <Switch label="No one speaks in this video" isOn={video.hasNoSpeech} onSet={set}>
        Then it doesn’t need captions.
      </Switch>
      <FormError>{problem}</FormError>
    </>
  );
}

const codes = [
  "en",
  "ar",
  "de",
  "es",
  "fr",
  "hi",
  "id",
  "it",
  "ja",
  "ko",
  "nl",
  "pl",
  "pt",
  "ru",
  "th",
  "tr",
  "uk",
  "vi",
  "zh",
];
const names = new Intl.DisplayNames("en-US", { type: "language" });

interface CaptionsProps {
  readonly classId: string;
  readonly lessonId: string;
  readonly video: VideoInWork;
}

function Captions({ classId, lessonId, video }: CaptionsProps) {
  const params = { classId, id: lessonId };
  const [language, setLanguage] = useState("en");
  const [problem, setProblem] = useState<string>();
  const [words, setWords] = useState("");
  const change = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setProblem(undefined);
    setWords("");
    try {
      await work();
      setWords(done);
    } catch (error) {
      setProblem(failureText(error));
    }
    await refetchCurriculum();
  };
  const add = (file: File): Promise<void> =>
    change(
      async () => {
        const text = await file.text();
        await api("POST /curriculum/{classId}/lesson/{id}/captions", { params, body: { language, text } });
      },
      `Captions in ${names.of(language)} added`,
    );
  const remove = (code: string, label: string): Promise<void> =>
    change(
      () =>
        api("DELETE /curriculum/{classId}/lesson/{id}/captions/{language}", {
          params: { ...params, language: code },
        }),
      `Captions in ${label} deleted`,
    );
  return (
    <div className="stack is-tight">
      <h3>Captions</h3>
      {video.captions.length === 0 && (
        <p className="captions-missing">
          <Icon name="alert" />
          No captions yet. Deaf students and anyone watching without sound need them.
        </p>
      )}
      {video.captions.length > 0 && (
        <ul role="list" className="materials">
          {video.captions.map(({ language: code, label }) => (
            <li key={code}>
              {label}
              <IconButton label={`Delete captions in ${label}`} onClick={() => void remove(code, label)}>
                <DashboardIcon name="trash" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className="cluster captions-add">
        <SelectField
          label="Language"
          name="captions-language"
          value={language}
          onChange={({ target }) => setLanguage(target.value)}
        >
          {codes.map((code) => (
            <option key={code} value={code}>
              {names.of(code)}
            </option>
          ))}
        </SelectField>
        <label className="button is-quiet is-small lesson-picture">
          <input
            className="visually-hidden"
            type="file"
            accept=".vtt,.srt,text/vtt"
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              if (file) void add(file);
              currentTarget.value = "";
            }}
          />
          Upload captions (.vtt or .srt)
        </label>
      </div>
      <p className="visually-hidden" role="status">
        {words}
      </p>
      <FormError>{problem}</FormError>
    </div>
  );
}

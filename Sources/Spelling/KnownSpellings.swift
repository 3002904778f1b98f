/// Names and terms whose spelling English rules misread, with spellings that sound right.
enum KnownSpellings {
  /// Returns spellings that sound like a word.
  ///
  /// - Parameter word: lower-case ASCII letters and digits.
  static func sounds(of word: String) -> [String] { byWord[word] ?? [] }

  /// One entry per word; alternatives are separated by a slash.
  private static let table = """
    aoife=eefa,aisling=ashling,ayse=eyesheh,bjorn=byorn,caoimhe=keeva/kweeva,chloe=kloey,ciara=keera,dmitri=dimeetree
    eoin=owen,eoghan=owen,giulia=joolia,giovanni=jovahnee,giuseppe=joosepee,guillermo=geeyermo,hugo=hyougo,ikram=eekrahm
    jesus=haysoos,joao=zhwow,joaquin=wahkeen/hwahkeen,jorge=horhay,jose=hozay,juan=hwahn/wahn,javier=haveeair,julio=hoolio
    lakshmi=luckshmee,maeve=mayv,malachy=malakee,mei=may,niamh=neev,nguyen=win/nwin,oisin=usheen,orla=orla
    padraig=pawdrig/pawrick,qian=chyen,qing=ching,roisin=rosheen,ruairi=rooree,saoirse=seersha/sersha,sean=shawn
    siobhan=shivawn/shevonne,sinead=shinade,soren=sorren,tadhg=tyg,wei=way,xavier=zayvier/haveeair,xiao=shao
    xiaoming=shaoming,xin=shin,xi=shee,xu=shoo,yusuf=yoosuf,zhang=jahng,zhou=joe,zhao=jao,zoe=zoey,hermione=hermyonee
    wojciech=voychek,agnieszka=agnyeshka,katarzyna=katazhina,mateusz=matayoosh,tomasz=tomash,lukasz=wookash,jakub=yakoob
    grzegorz=gzhegosh,krzysztof=kshishtoff,malgorzata=mawgozhata,joanna=yoanna/joanna,jan=yahn/jan,johan=yohan
    johannes=yohannes,jurgen=yurgen,jens=yens,joachim=yoakim,anja=ahnya,katja=kahtya,svetlana=svetlahna,yevgeny=yevgaynee
    anjali=unjalee,sanjay=sunjay,priya=preeya,rahul=rahool,nikhil=nikill,siddharth=sidart,thabo=tahbo
    oluwaseun=oluwashayoon,chidi=cheedee,ngozi=ingozee,hiroshi=heeroshee,yuki=yookee,kenji=kenjee,akira=akeera
    renee=renay,rene=renay,andre=ahndray,jacques=zhahk,jean=zhahn/jean,guillaume=geeyome,helene=elen,mireille=meeray
    francois=frahnswah,benoit=benwah,eugene=yoojean,stephen=steven,geoff=jeff,graham=graem,ralph=ralf
    leigh=lee,hugh=hyou,craig=krayg,isla=eyela,sian=sharn,angharad=angharrad,rhys=reese,llewellyn=loowellin
    ansible=ansible,apache=apatchee,api=a p i,argo=argo,aws=a w s,bazel=bayzel,cassandra=kassandra,ci=c i,cli=c l i
    css=c s s,dns=d n s,debian=debian,deno=deeno,django=jango,ebpf=e b p f,etcd=et c d/e t c d,figma=figma,flutter=flutter
    gcc=g c c,git=git,grafana=graffahna/graffana,graphql=graph q l,grpc=g r p c,html=h t m l,http=h t t p,https=h t t p s
    ios=eye o s,istio=istio,jira=jeera,json=jason,jwt=j w t/jot,kafka=kahfka,kibana=kibahna
    kubectl=cube control/cube cuddle/cube c t l,kubernetes=koobernettees/koobernaytees,k8s=kates/k eight s
    linux=linnix,llvm=l l v m,maven=mayven,mongodb=mongo d b,mqtt=m q t t,mysql=my s q l/my sequel,nats=nats,nginx=engine x
    npm=n p m,numpy=num pie,oauth=oh auth,oidc=o i d c,okta=octa,openai=open a i,openapi=open a p i
    opentelemetry=open telemetry,pagerduty=pager duty,pnpm=p n p m,postgres=postgress,postgresql=postgress q l/postgress
    prometheus=promeethius,pulumi=puhloomee,pytest=pie test,pytorch=pie torch,python=pythahn,rabbitmq=rabbit m q
    redis=reddis,saml=sammel,sql=sequel/s q l,sqlite=s q lite/sequel lite,sqs=s q s,ssh=s s h,sso=s s o,svelte=svelt
    systemd=system d,tls=t l s,toml=tommel,typescript=type script,ubuntu=ooboontoo,uuid=u u i d,vite=veet,vscode=v s code
    vue=view,wasm=wazzem,xcode=x code,yaml=yammel,zeromq=zero m q,zookeeper=zoo keeper
    """

  private static let byWord: [String: [String]] = {
    var byWord: [String: [String]] = [:]
    for entry in table.split(whereSeparator: { $0 == "," || $0 == "\n" }) {
      let sides = entry.split(separator: "=")
      guard sides.count == 2 else { continue }
      byWord[String(sides[0])] = sides[1].split(separator: "/").map(String.init)
    }
    return byWord
  }()
}
